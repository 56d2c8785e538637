import { describe, expect, it } from 'vitest';
import { confidencePercent, confidenceWord } from '../../../../src/shared/doctor/confidence.ts';

describe('a confidence', () => {
  it.each([
    [1, 'nearly certain', '99 %'],
    [0.9, 'nearly certain', '90 %'],
    [0.7, 'likely', '70 %'],
    [0.4, 'more likely than others', '40 %'],
    [0.1, 'possible', '10 %'],
    [0.001, 'unlikely', '0 %'],
    [0, 'ruled out', '0 %'],
  ])('%s is %s, %s', (confidence, word, percent) => {
    expect([confidenceWord(confidence), confidencePercent(confidence)]).toEqual([word, percent]);
  });
});
