/** Loads components that most first drawings do not contain, from files of their own. */
import { type ComponentType, lazy, useState } from 'react';

/** Makes a component whose file is imported when the component is first drawn, or earlier by its `load`. Suspense shows a placeholder meanwhile. */
export function later<Props extends object>(importComponent: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    loaded ??= await importComponent();
    return { default: loaded };
  };
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
  function Later(props: Props) {
    // The type is chosen once, because React would mount a component of another type anew.
    const [Chosen] = useState(() => loaded ?? Lazy);
    return <Chosen {...props} />;
  }
  return Object.assign(Later, { load });
}
