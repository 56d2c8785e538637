/** The sandboxed preload: puts the bridge on the page and nothing else. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Channel } from '../shared/contract/channels.ts';
import { buildBridge } from './bridge.ts';

/** The contract's channels, put in by the build: the contract itself, with its schemas, would be evaluated at each load of the page. */
declare const CHANNELS: readonly Channel[];

contextBridge.exposeInMainWorld('latchkey', buildBridge(ipcRenderer, CHANNELS));
