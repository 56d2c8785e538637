/** Runs single tests of a project in one warm Vitest. */
import { join } from 'node:path';
import { createVitest, type Vitest } from 'vitest/node';

/** A defence that is gone may make a test wait for ever. */
const TEST_TIMEOUT_MS = 20_000;

export interface Outcome {
  /** Titles of the tests that passed and failed, with those of their suites. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Why the file could not be loaded, or null. */
  readonly broken: string | null;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export class TestRunner {
  readonly #folder: string;
  readonly #vitest: Vitest;

  private constructor(folder: string, vitest: Vitest) {
    this.#folder = folder;
    this.#vitest = vitest;
  }

  static async start(folder: string): Promise<TestRunner> {
    const vitest = await createVitest('test', {
      root: folder,
      config: join(folder, 'vitest.config.ts'),
      watch: false,
      maxWorkers: 1,
      testTimeout: TEST_TIMEOUT_MS,
      hookTimeout: TEST_TIMEOUT_MS,
      reporters: [{}],
    });
    await vitest.standalone();
    return new TestRunner(folder, vitest);
  }

  /** Runs the tests of a file whose full titles contain one of `titles`. */
  async run(file: string, titles: readonly string[]): Promise<Outcome> {
    const path = join(this.#folder, file);
    this.#vitest.setGlobalTestNamePattern(new RegExp(titles.map(escaped).join('|')));
    const { testModules } = await this.#vitest.runTestSpecifications(this.#vitest.getModuleSpecifications(path), false);
    // The list has the files of earlier runs too.
    const ran = testModules.filter(({ moduleId }) => moduleId === path);
    const tests = ran.flatMap(({ children }) => [...children.allTests()]);
    const inState = (state: string) =>
      tests.filter((test) => test.result().state === state).map(({ fullName }) => fullName.replaceAll(' > ', ' '));
    // The tests of a suite whose preparation failed were not run.
    const unprepared = ran.flatMap(({ children }) =>
      [...children.allSuites()].filter((suite) => suite.errors().length > 0).map(({ fullName }) => fullName),
    );
    const [error] = ran.flatMap((module) => module.errors());
    return { passed: inState('passed'), failed: [...inState('failed'), ...unprepared], broken: error?.message ?? null };
  }

  /** Call after a source file of the folder changed. */
  changed(file: string): void {
    this.#vitest.invalidateFile(join(this.#folder, file));
  }

  close(): Promise<void> {
    return this.#vitest.close();
  }
}
