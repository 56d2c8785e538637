/** Reduces npm's list of everything installed to what the installers contain. */

/** Packages that no bundle has, and that the installers contain: the runtime. */
const RUNTIME = ['electron'];

const isShipped = (shipped) => {
  const versions = new Set(shipped.map(({ name, version }) => `${name}@${version}`));
  return ({ name, version }) => RUNTIME.includes(name) || versions.has(`${name}@${version}`);
};

/**
 * The CycloneDX document of the application `{ name, version }`, from that of npm (`npm sbom`) and the shipped packages. Throws when npm's document
 * lacks one of them.
 */
export function shippedSbom(sbom, shipped, { name, version }) {
  const components = sbom.components.filter(isShipped(shipped)).map(({ properties, ...component }) => ({
    ...component,
    // For npm they are tools, because the bundles have them and package.json lists them so.
    scope: 'required',
  }));
  const listed = new Set(components.map((component) => component.name));
  const missing = [...RUNTIME, ...shipped.map((one) => one.name)].filter((one) => !listed.has(one));
  if (missing.length > 0) throw new Error(`The list of npm lacks ${missing.join(', ')}.`);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const application = sbom.metadata.component;
  return {
    ...sbom,
    metadata: {
      ...sbom.metadata,
      lifecycles: [{ phase: 'build' }],
      component: { ...application, type: 'application', name, version },
    },
    components,
    dependencies: [
      { ref: application['bom-ref'], dependsOn: [...refs] },
      ...sbom.dependencies
        .filter(({ ref }) => refs.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
    ],
  };
}
