import type { ICruiseOptions } from 'dependency-cruiser';

declare const config: { readonly options: ICruiseOptions };
export default config;
