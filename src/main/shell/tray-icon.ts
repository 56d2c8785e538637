/** The tray icon, inlined in the bundle so that it is not read from the packed archive. */
import { type NativeImage, nativeImage } from 'electron';
import small from '../../../resources/icons/png/16x16.png?inline';
import large from '../../../resources/icons/png/32x32.png?inline';

/** 16 × 16 points, sharp on displays of both densities. */
export function trayIcon(): NativeImage {
  const icon = nativeImage.createEmpty();
  icon.addRepresentation({ scaleFactor: 1, dataURL: small });
  icon.addRepresentation({ scaleFactor: 2, dataURL: large });
  return icon;
}
