/** The page of the first start. It asks whether to begin with the sandbox or the person's own account, and then for the audience. */
import { Button, UnstyledButton } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Audience } from '../../../shared/model/app.ts';
import { AudienceChoice } from '../../actions/audience-choice.tsx';
import { ErrorNotice } from '../../actions/error-notice.tsx';
import { WhatIsThis } from '../../actions/help/what-is-this.tsx';
import { useAct } from '../../ipc/client.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { IconArrowLeft, IconFlask, IconPlugConnected } from '../../ui/icons.ts';
import { setWindowTitle } from '../../ui/window-title.ts';
import styles from './welcome.module.css';

type Goal = 'sandbox' | 'account';

export function WelcomePage() {
  const [goal, setGoal] = useState<Goal | null>(null);
  useEffect(() => {
    setWindowTitle({ page: 'Welcome', connection: '' });
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        {goal === null ? <Question onAnswer={setGoal} /> : <Look goal={goal} onBack={() => setGoal(null)} />}
      </div>
    </main>
  );
}

function Question({ onAnswer }: { onAnswer: (goal: Goal) => void }) {
  const icon = { size: 30, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <>
      <h1 className={styles.title}>Welcome to Latchkey</h1>
      <p className={styles.lead}>
        What is free, when, and at what price, at a glance. How do you want to begin?{' '}
        <WhatIsThis part="sandbox" about="The sandbox" leadsOn={false} />
      </p>
      <div className={styles.choices}>
        <Choice icon={<IconFlask {...icon} />} title="Look around in the sandbox" onChoose={() => onAnswer('sandbox')}>
          Made-up properties and guests inside this app. Nothing leaves your machine.
        </Choice>
        <Choice icon={<IconPlugConnected {...icon} />} title="Connect my account" onChoose={() => onAnswer('account')}>
          With the Client ID and Client Secret of your account. They are stored on this machine only.
        </Choice>
      </div>
      <p className={styles.note}>You can do the other at any time.</p>
    </>
  );
}

interface ChoiceProps {
  icon: ReactNode;
  title: string;
  onChoose: () => void;
  children: string;
}

function Choice({ icon, title, onChoose, children }: ChoiceProps) {
  return (
    <UnstyledButton className={styles.choice} onClick={onChoose}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.choiceTitle}>{title}</span>
      <span className={styles.choiceText}>{children}</span>
    </UnstyledButton>
  );
}

function Look({ goal, onBack }: { goal: Goal; onBack: () => void }) {
  const navigate = useNavigate();
  const [audience, setAudience] = useState<Audience>('managers');
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that led to this step has disappeared, so the heading takes the focus.
  useEffect(() => heading.current?.focus(), []);
  const begin = useAct('app', 'setPreferences', {
    quiet: true,
    onSuccess: () =>
      void (goal === 'account'
        ? navigate({ to: '/connections', search: { new: '1' }, replace: true })
        : audience === 'support'
          ? navigate({ to: '/doctor', search: { tab: 'paste' }, replace: true })
          : navigate({ to: '/overview', replace: true })),
  });
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        Who is it for?
      </h1>
      <p className={styles.lead}>
        Settings can change it at any time. <WhatIsThis part="audience" about="The audience" leadsOn={false} />
      </p>
      <AudienceChoice value={audience} onChange={setAudience} />
      {begin.error ? <ErrorNotice error={begin.error} compact /> : null}
      <div className={styles.footer}>
        <Button variant="filled" loading={begin.isPending} onClick={() => begin.mutate({ audience, welcomed: true })}>
          {goal === 'account'
            ? 'Connect my account'
            : audience === 'support'
              ? 'Open the Doctor'
              : 'Show me the sandbox'}
        </Button>
        <IconButton Icon={IconArrowLeft} variant="subtle" color="gray" onClick={onBack}>
          Back
        </IconButton>
      </div>
    </>
  );
}
