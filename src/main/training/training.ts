/** Produces the failure of an exercise, at a practice service or at the console's sandbox, which is restored afterwards, and grades the answer. */

import { AppError, invalidInput } from '../../shared/app-error.ts';
import { MAX_ENTRIES } from '../../shared/input/max-input.ts';
import type { Addresses, Connection } from '../../shared/model/connection.ts';
import type { CauseId, Diagnosis } from '../../shared/model/diagnosis.ts';
import type { FailurePage, FailureQuestion } from '../../shared/model/failure-group.ts';
import { type ExchangeFilter, type ExchangePage, filterOf } from '../../shared/model/traffic.ts';
import type {
  ExerciseCost,
  ExerciseProgress,
  ExerciseResult,
  Grade,
  RemedyId,
  RunningExercise,
  TrainingState,
} from '../../shared/model/training.ts';
import { DAY_MS } from '../../shared/time/units.ts';
import type { KnownService } from '../doctor/failure.ts';
import { readPasted } from '../doctor/read/read-pasted.ts';
import { reportOf } from '../doctor/read/report.ts';
import { RULES } from '../doctor/rules/index.ts';
import type { Clock, Log, Random } from '../platform/ports.ts';
import { Turns } from '../platform/turns.ts';
import type { ControlPanel } from '../sandbox/control-panel.ts';
import { SeededRandom } from '../sandbox/world/seeded-random.ts';
import type { ConsoleExercise, ConsoleScene, CustomerExercise, Exercise } from './exercise.ts';
import { EXERCISES } from './exercises/index.ts';
import { PracticeService } from './practice-service.ts';
import { REMEDIES } from './remedies.ts';
import { commandsTo, FAULTLESS, sandboxBefore, type TrainingStore } from './training-store.ts';

/** The parts of the console that training uses. `connection` returns the sandbox's connection. */
export interface TrainingDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly store: TrainingStore;
  readonly connection: () => Connection;
  readonly sandboxClock: Clock;
  readonly sandbox: Pick<ControlPanel, 'state' | 'apply'>;
  readonly call: (call: {
    readonly connection: Connection;
    readonly credentialId: string;
    readonly operation: Parameters<ConsoleScene['call']>[0];
    readonly values: Parameters<ConsoleScene['call']>[1];
  }) => ReturnType<ConsoleScene['call']>;
  readonly failures: (question: FailureQuestion) => Promise<FailurePage>;
  readonly journal: {
    page(question: { filter: ExchangeFilter; before: null; limit: number }): ExchangePage | Promise<ExchangePage>;
  };
  /** The addresses that customers write, and the services that the Doctor recognises. */
  readonly addresses: Addresses;
  readonly services: () => readonly KnownService[];
  readonly publish: (state: TrainingState) => void;
}

interface Running {
  readonly exercise: Exercise;
  readonly shown: RunningExercise;
  readonly diagnosis: Diagnosis;
  /** The instant at which all requests of the exercise had been sent, on the sandbox's clock. */
  readonly raisedAt: number;
}

const CAUSES = RULES.filter(({ cause }) => cause !== 'nothingWrong')
  .map(({ cause, title }) => ({ id: cause, title }))
  .sort((one, other) => one.title.localeCompare(other.title, 'en'));

export class Training {
  readonly #deps: TrainingDeps;
  #revision = 1;
  #running: Running | null = null;
  #result: ExerciseResult | null = null;
  #isRaising = false;
  readonly #turns = new Turns();

  constructor(deps: TrainingDeps) {
    this.#deps = deps;
  }

  state(): TrainingState {
    const { progress } = this.#deps.store;
    return {
      revision: this.#revision,
      exercises: EXERCISES.map(({ id, title, level, source }) => ({
        ...{ id, title, level, source },
        progress: progress[id] ?? null,
      })),
      running: this.#running?.shown ?? null,
      result: this.#result,
    };
  }

  start({ connectionId, id }: { connectionId: string; id: string }): Promise<TrainingState> {
    return this.#change(async () => {
      if (connectionId !== this.#deps.connection().id)
        throw invalidInput('connectionId', 'Training runs on the sandbox only.');
      const exercise = EXERCISES.find((one) => one.id === id);
      if (!exercise) throw new AppError('notFound', { what: 'This exercise' });
      await this.#putBack();
      this.#result = null;
      const draw = new SeededRandom(Math.floor(this.#deps.random.fraction() * 2 ** 32));
      this.#isRaising = true;
      try {
        this.#running = await (exercise.source === 'customer'
          ? this.#raiseAtCustomer(exercise, draw)
          : this.#raiseAtConsole(exercise, draw));
      } finally {
        this.#isRaising = false;
      }
    });
  }

  takeHint(): Promise<TrainingState> {
    return this.#change(async () => {
      const running = this.#mustRun();
      this.#running = { ...running, shown: { ...running.shown, hints: running.shown.hints + 1 } };
    });
  }

  answer(answered: { readonly cause: CauseId; readonly remedy: RemedyId }): Promise<TrainingState> {
    return this.#change(async () => {
      const { exercise, shown, diagnosis, raisedAt } = this.#mustRun();
      const cost = await this.#costOf(shown, raisedAt);
      await this.#putBack();
      const { id, title, source, expert } = exercise;
      const grade = gradeOf(exercise, answered);
      const { evidence } = shown;
      this.#result = {
        ...{ id, title, source, grade, diagnosis, evidence, cost },
        answered: inWords(answered),
        right: inWords(exercise),
        expert: [...expert],
      };
      const { store } = this.#deps;
      const progress = progressAfter(store.progress[id], grade, cost);
      await store.setProgress({ ...store.progress, [id]: progress });
    });
  }

  leave(): Promise<TrainingState> {
    return this.#change(async () => {
      this.#result = null;
      await this.#putBack();
    });
  }

  deleteProgress(): Promise<TrainingState> {
    return this.#change(() => this.#deps.store.setProgress({}));
  }

  get isRunning(): boolean {
    return this.#isRaising || this.#running !== null;
  }

  #mustRun(): Running {
    if (this.#running === null) throw new AppError('notFound', { what: 'A running exercise' });
    return this.#running;
  }

  #change(work: () => Promise<void>): Promise<TrainingState> {
    return this.#turns.run(async () => {
      try {
        await work();
      } finally {
        this.#revision += 1;
        this.#deps.publish(this.state());
      }
      return this.state();
    });
  }

  async #raiseAtCustomer(exercise: CustomerExercise, draw: SeededRandom): Promise<Running> {
    const { services } = this.#deps;
    const service = await PracticeService.open(this.#deps);
    try {
      service.pass(-draw.int(0, 3 * DAY_MS));
      const { complaint, evidence } = await exercise.raise({ draw, service });
      const [found] = reportOf(readPasted(evidence), services()).cases;
      if (!found) throw new Error('the Doctor cannot read what an exercise wrote');
      return this.#begun(exercise, draw, { message: complaint, evidence, diagnosis: found.diagnosis });
    } finally {
      await service.close();
    }
  }

  async #raiseAtConsole(exercise: ConsoleExercise, draw: SeededRandom): Promise<Running> {
    const { connection, sandbox, sandboxClock, call, failures, store } = this.#deps;
    const { id, applications } = connection();
    const since = sandboxClock.now();
    await store.keepBefore(sandboxBefore(sandbox.state()));
    try {
      for (const command of [...commandsTo(FAULTLESS, sandbox.state()), ...exercise.faults]) sandbox.apply(command);
      const { complaint } = await exercise.raise({
        ...{ draw, today: Math.floor(since / 86_400_000) },
        call: (operation, values, application = 0) =>
          call({ connection: connection(), credentialId: applications[application]?.id ?? '', operation, values }),
      });
      const { groups } = await failures({ connectionId: id, before: null, only: 'refusals' });
      const refusal = groups.find(({ at }) => at >= since);
      if (!refusal) throw new Error('the Doctor has no refusal of an exercise');
      return this.#begun(exercise, draw, { message: complaint, evidence: null, diagnosis: refusal.diagnosis });
    } catch (error) {
      await this.#putBack();
      throw error;
    }
  }

  #begun(
    exercise: Exercise,
    draw: SeededRandom,
    { diagnosis, ...told }: Pick<RunningExercise, 'message' | 'evidence'> & Pick<Running, 'diagnosis'>,
  ): Running {
    const { id, title, level, source, remedy } = exercise;
    const others = Object.keys(REMEDIES).filter((other) => other !== remedy) as RemedyId[];
    const offered = [remedy, ...draw.several(others, 5)].sort((one, other) =>
      REMEDIES[one].localeCompare(REMEDIES[other], 'en'),
    );
    return {
      exercise,
      diagnosis,
      raisedAt: this.#deps.sandboxClock.now(),
      shown: {
        ...{ id, title, level, source, ...told },
        startedAt: this.#deps.clock.now(),
        hints: 0,
        causes: CAUSES.map((cause) => ({ ...cause })),
        remedies: offered.map((one) => ({ id: one, text: REMEDIES[one] })),
      },
    };
  }

  async #putBack(): Promise<void> {
    const { store, sandbox } = this.#deps;
    this.#running = null;
    const { before } = store;
    if (before === null) return;
    for (const command of commandsTo(before, sandbox.state())) sandbox.apply(command);
    await store.keepBefore(null);
  }

  /** Returns the cost of an exercise: the console's requests to the sandbox since the failing ones (no pictures), tokens, hints and time. */
  async #costOf({ startedAt, hints }: RunningExercise, raisedAt: number): Promise<ExerciseCost> {
    const { journal, clock, connection } = this.#deps;
    const filter = filterOf(connection().id, { from: raisedAt });
    const { exchanges } = await journal.page({ filter, before: null, limit: MAX_ENTRIES.chosen });
    const tokens = exchanges.filter(({ operation, status }) => operation === 'token' && status === 200).length;
    const requests = exchanges.filter(({ operation }) => operation !== 'picture').length;
    return { tokens, requests, hints, elapsedMs: Math.max(0, clock.now() - startedAt) };
  }
}

const inWords = ({ cause, remedy }: { readonly cause: CauseId; readonly remedy: RemedyId }) => ({
  cause: CAUSES.find(({ id }) => id === cause)?.title ?? cause,
  remedy: REMEDIES[remedy],
});

/** Grades an answer to an exercise: `right` for the right cause and remedy, `near` for the right or a similar cause, else `wrong`. */
export function gradeOf(
  { cause, remedy, near }: Pick<Exercise, 'cause' | 'remedy' | 'near'>,
  answered: { readonly cause: CauseId; readonly remedy: RemedyId },
): Grade {
  const isCause = answered.cause === cause;
  const isRemedy = answered.remedy === remedy;
  if (isCause && isRemedy) return 'right';
  return isCause || near.includes(answered.cause) ? 'near' : 'wrong';
}

const progressAfter = (
  before: ExerciseProgress | undefined,
  grade: Grade,
  { elapsedMs }: ExerciseCost,
): ExerciseProgress => ({
  tries: (before?.tries ?? 0) + 1,
  lastGrade: grade,
  bestMs: grade === 'right' ? Math.min(elapsedMs, before?.bestMs ?? elapsedMs) : (before?.bestMs ?? null),
});
