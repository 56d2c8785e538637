/** The sandboxed preload: puts the bridge on the page and nothing else. */
import './jitless.ts';
import { contextBridge, ipcRenderer } from 'electron';
import { buildBridge } from './bridge.ts';

contextBridge.exposeInMainWorld('latchkey', buildBridge(ipcRenderer));
