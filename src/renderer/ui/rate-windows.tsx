/** The rate-limit windows of one API: usage, usage by other clients, and reported limits. */
import type { ClockFace } from '../../shared/model/primitives.ts';
import type { RateWindow, ServerRate } from '../../shared/model/rates.ts';
import { windowTitle } from '../../shared/text/api-names.ts';
import { reportedLimitText, windowRemarks } from '../text/rate-text.ts';
import { Meter } from './meter.tsx';
import styles from './rate-windows.module.css';
import type { Tone } from './tag.tsx';
import { useAtNow } from './use-now.ts';

/** Returns the tone of a window. A full window is normal operation, so it has the accent tone and no warning. */
export const rateTone = ({ used, allowed }: Pick<RateWindow, 'used' | 'allowed'>): Tone =>
  used >= allowed * 0.9 ? 'accent' : 'good';

interface RateWindowsProps {
  windows: readonly RateWindow[];
  face: ClockFace | undefined;
  dense?: boolean;
}

/** Shows a meter for each rate-limit window. `dense`: the name of the HTTP header that reported a limit is only a tooltip. */
export function RateWindows({ windows, face, dense = false }: RateWindowsProps) {
  return (
    <>
      <ul className={styles.windows} data-dense={dense || undefined}>
        {windows.map((window) => (
          <li key={window.windowMs}>
            <Meter
              label={windowTitle(window.windowMs)}
              used={window.used}
              limit={window.limit}
              others={window.otherClients}
              allowed={window.allowed}
              tone={rateTone(window)}
            />
            {windowRemarks(window).map((remark) => (
              <p key={remark} className={styles.remark}>
                {remark}
              </p>
            ))}
            {window.server ? (
              <ReportedLimit server={window.server} windowMs={window.windowMs} face={face} dense={dense} />
            ) : null}
          </li>
        ))}
      </ul>
      {windows.every(({ server }) => server === null) ? (
        <p className={styles.reported}>The server has not reported its limits yet.</p>
      ) : null}
    </>
  );
}

interface ReportedLimitProps {
  server: ServerRate;
  windowMs: number;
  face: ClockFace | undefined;
  dense: boolean;
}

function ReportedLimit({ server, windowMs, face, dense }: ReportedLimitProps) {
  return (
    <p className={styles.reported} title={dense ? server.header : undefined}>
      <span>{useAtNow(face, (now) => reportedLimitText(server, windowMs, now))}</span>
      {dense ? null : <span className={styles.header}> ({server.header})</span>}
    </p>
  );
}
