interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly scope?: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}
/** A CycloneDX document, as far as the scripts read it. */
export interface Sbom {
  readonly metadata: {
    readonly component: { readonly 'bom-ref': string; readonly name: string; readonly type: string };
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Named {
  readonly name: string;
  readonly version: string;
}
export function shippedSbom(sbom: Sbom, shipped: readonly Named[], application: Named): Sbom;
