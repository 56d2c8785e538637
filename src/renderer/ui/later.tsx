/** Components in files of their own, which most first pictures do not show. */
import { type ComponentType, lazy, useState } from 'react';

/**
 * Makes a component whose file `load` imports. Drawn before it is loaded, it shows the placeholder of the Suspense boundary around it; a call
 * of `load` whose promise is awaited before the first drawing avoids that.
 */
export function later<Props extends object>(importComponent: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    loaded ??= await importComponent();
    return { default: loaded };
  };
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
  function Later(props: Props) {
    // Chosen once: another type of component would be mounted anew.
    const [Chosen] = useState(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Later, { load });
}
