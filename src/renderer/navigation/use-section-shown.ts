/** Shows the section of a page that the address names. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Scrolls to the heading with this id and focuses it, also when a person follows a link to the address that is already shown. */
export function useSectionShown(id: string | null): void {
  const router = useRouter();
  useEffect(() => {
    if (id === null) return;
    const show = () => {
      const heading = document.getElementById(id);
      heading?.scrollIntoView?.({ block: 'start' });
      heading?.focus({ preventScroll: true });
    };
    // The timer runs after the shell has moved the focus to the page.
    const timer = setTimeout(show);
    const unsubscribe = router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
      if (!hrefChanged) show();
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [id, router]);
}
