interface Release {
  readonly owner: { readonly author: { readonly name: string }; readonly homepage: string };
  readonly about: { readonly version: string; readonly license: string; readonly description: string };
  readonly installers: readonly { readonly name: string; readonly sha256: string }[];
  readonly url: string;
}

export function wingetManifests(
  release: Release,
): Record<string, { readonly manifest: Readonly<Record<string, unknown>>; readonly text: string }>;
