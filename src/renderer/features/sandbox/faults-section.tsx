/** Faults of the sandbox: which operations fail, how, and how often. */

import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { OperationId } from '../../../shared/model/operation.ts';
import { type Fault, type FaultEffect, FaultTarget } from '../../../shared/model/sandbox.ts';
import { operationName } from '../../../shared/text/api-names.ts';
import { upperFirst } from '../../../shared/text/first-letter.ts';
import { formatDuration } from '../../../shared/time/format-duration.ts';
import { IconX } from '../../ui/icons.ts';
import styles from './sandbox.module.css';
import { Section } from './section.tsx';
import { usePanel } from './use-sandbox.ts';

const TIMES = [
  { value: '1', label: 'Once' },
  { value: '3', label: '3 times' },
  { value: '10', label: '10 times' },
  { value: '', label: 'Until removed' },
];

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
        <Button type="submit">Add fault</Button>
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

/** The requests that a fault can hit, and their texts. */
const TARGETS: readonly { value: FaultTarget; label: string }[] = [
  { value: 'any', label: 'Any request' },
  { value: 'token', label: operationName('token') },
  ...OperationId.options.map((id) => ({ value: id, label: operationName(id) })),
];

const EFFECTS: readonly { value: string; effect: FaultEffect }[] = (
  [
    { kind: 'answer', status: 400 },
    { kind: 'answer', status: 401 },
    { kind: 'answer', status: 403 },
    { kind: 'answer', status: 429 },
    { kind: 'answer', status: 500 },
    { kind: 'answer', status: 502 },
    { kind: 'answer', status: 503 },
    { kind: 'delay', delayMs: 2_000 },
    { kind: 'delay', delayMs: 10_000 },
    { kind: 'delay', delayMs: 60_000 },
    { kind: 'drop', when: 'before' },
    { kind: 'drop', when: 'after' },
  ] as const
).map((effect) => ({ value: JSON.stringify(effect), effect }));

/** The effect of a fault: "answers 403", "answers 10 s late", "drops the connection without a response". */
function effectText(effect: FaultEffect): string {
  if (effect.kind === 'answer') return `answers ${effect.status}`;
  if (effect.kind === 'delay') return `answers ${formatDuration(effect.delayMs)} late`;
  return effect.when === 'before'
    ? 'drops the connection without a response'
    : 'processes the request, then drops the response';
}

const targetOf = (text: string | null): FaultTarget | null => FaultTarget.safeParse(text).data ?? null;

const targetText = (target: FaultTarget): string => TARGETS.find((entry) => entry.value === target)?.label ?? target;
const timesText = (times: number | null): string =>
  times === null ? 'until it is removed' : times === 1 ? 'once more' : `${times} more times`;

const faultText = (fault: Pick<Fault, 'target' | 'effect' | 'times'>): string =>
  `${targetText(fault.target)} ${effectText(fault.effect)}, ${timesText(fault.times)}`;
