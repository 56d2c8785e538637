/** Faults of the sandbox: which operations fail, how, and how often. */
import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { IconX } from '../../ui/icons.ts';
import { EFFECTS, effectText, faultText, TARGETS, targetOf } from './fault-text.ts';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

const TIMES = [
  { value: '1', label: 'Once' },
  { value: '3', label: '3 times' },
  { value: '10', label: '10 times' },
  { value: '', label: 'Until removed' },
];

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function FaultsSection() {
  const { state, apply } = usePanel();
  const [target, setTarget] = useState('any');
  const [effect, setEffect] = useState(EFFECTS[2]?.value ?? '');
  const [times, setTimes] = useState('1');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const chosenTarget = targetOf(target);
    const chosenEffect = EFFECTS.find((entry) => entry.value === effect)?.effect;
    if (!chosenTarget || !chosenEffect) return;
    const fault = { target: chosenTarget, effect: chosenEffect, times: times === '' ? null : Number(times) };
    apply({ kind: 'addFault', ...fault }, `Fault added: ${faultText(fault)}.`);
  };
  return (
    <Section title="Faults" description="Make the service fail, to see how the app reacts.">
      <form className={styles.faultForm} onSubmit={add}>
        <NativeSelect
          label="Request"
          data={TARGETS.map(({ value, label }) => ({ value, label }))}
          value={target}
          onChange={(event) => setTarget(event.currentTarget.value)}
        />
        <NativeSelect
          label="Effect"
          data={EFFECTS.map((entry) => ({ value: entry.value, label: upperFirst(effectText(entry.effect)) }))}
          value={effect}
          onChange={(event) => setEffect(event.currentTarget.value)}
        />
        <NativeSelect
          label="How often"
          data={TIMES}
          value={times}
          onChange={(event) => setTimes(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Add fault
        </Button>
      </form>
      {state.faults.length === 0 ? (
        <p className={styles.note}>No faults are set.</p>
      ) : (
        <ul className={styles.faults} aria-label="Active faults">
          {state.faults.map((fault) => (
            <li key={fault.id}>
              <span>{faultText(fault)}</span>
              <Tooltip label="Remove this fault">
                <ActionIcon
                  size="sm"
                  aria-label={`Remove the fault: ${faultText(fault)}`}
                  onClick={() => apply({ kind: 'removeFault', id: fault.id }, 'The fault is removed.')}
                >
                  <IconX size={15} aria-hidden />
                </ActionIcon>
              </Tooltip>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
