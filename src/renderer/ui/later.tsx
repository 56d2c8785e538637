/** Loads components from files of their own, because most first drawings do not contain them. */
import { type ComponentType, lazy, useState } from 'react';

/**
 * Makes a component whose file is imported by `load`. If it is drawn before it is loaded, the Suspense boundary around it shows its placeholder;
 * awaiting `load` before the first drawing avoids that.
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
