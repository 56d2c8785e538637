/** The settings for the format of dates, numbers and times of day. */
import { FORMAT_LOCALES, FormatChoice } from '../../../shared/model/app.ts';
import { localDayOf } from '../../../shared/time/local-day.ts';
import { useAnswer } from '../../ipc/client.ts';
import { formatInstant, formatMoney, formatPlainDate } from '../../text/format.ts';
import { Select } from '../../ui/select.tsx';
import { StoredChoice } from '../../ui/stored-choice.tsx';
import styles from './settings.module.css';
import { SettingsSection, usePreferences, useSetPreferences } from './settings-section.tsx';

const CLOCKS: { value: FormatChoice['clock']; label: string }[] = [
  { value: 'locale', label: 'Default' },
  { value: 'h23', label: '24 hours' },
  { value: 'h12', label: '12 hours' },
];
const OF_MACHINE = 'machine';

/** The name of a locale, such as "Italian (Italy)", or the tag itself when there is no name. */
const nameOf = (locale: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;

export function FormatsSection() {
  const { formats } = usePreferences();
  const info = useAnswer('app', 'info', null);
  const set = useSetPreferences();
  const now = Date.now();
  const sample = { amount: 1_234.5, currency: 'EUR' };
  return (
    <SettingsSection name="formats">
      <Select
        aria-label="Dates and numbers are written as in"
        w={320}
        data={[
          { value: OF_MACHINE, label: `As on this computer: ${nameOf(info.locale)}` },
          ...FORMAT_LOCALES.map((value) => ({ value, label: nameOf(value) })),
        ]}
        value={formats.locale ?? OF_MACHINE}
        allowDeselect={false}
        searchable
        onChange={(value) => {
          const locale = FormatChoice.shape.locale.safeParse(value === OF_MACHINE ? null : value);
          if (locale.success) set.mutate({ formats: { locale: locale.data } });
        }}
      />
      <h3 className={styles.subtitle}>Time of day</h3>
      <StoredChoice
        aria-label="Time of day"
        data={CLOCKS}
        value={formats.clock}
        onChoose={(clock) => set.mutateAsync({ formats: { clock } })}
      />
      <p className={styles.dim}>
        {formatPlainDate(localDayOf(now), 'long')} · {formatInstant(now, { style: 'hour' })} · {formatMoney(sample)}.
        Dates of digits that you type are read in the same order of day and month.
      </p>
    </SettingsSection>
  );
}
