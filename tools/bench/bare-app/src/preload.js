/** Gives the page the version of Electron. */
import { contextBridge } from 'electron';

contextBridge.exposeInMainWorld('electronVersion', process.versions.electron);
