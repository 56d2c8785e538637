/** The sandboxed preload: puts the bridge on the page and nothing else. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Channel } from '../shared/contract/channels.ts';
import { buildBridge } from './bridge.ts';
import { askEarly } from './early-opening.ts';

/** The contract's channels, inlined by the build, because importing the contract would evaluate its schemas at each load of the page. */
declare const CHANNELS: readonly Channel[];

declare const location: { readonly search: string };

/** The connection in the window's address; the page reads it in the same way. */
const connectionId = new URLSearchParams(location.search).get('connection');

contextBridge.exposeInMainWorld('latchkey', buildBridge(askEarly(ipcRenderer, CHANNELS, { connectionId }), CHANNELS));
