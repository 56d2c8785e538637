import type { Threat } from './defence.ts';

const READ = {
  file: 'src/main/cases/bundle/read-bundle.ts',
  test: 'test/unit/main/cases/bundle/bundle.test.ts',
};
const STORE = { file: 'src/main/cases/case-store.ts', test: 'test/unit/main/cases/case-store.test.ts' };

/** Somebody who sends a support bundle, or who gets one. */
export const BUNDLE: readonly Threat[] = [
  {
    name: 'A stranger sends a support bundle, or gets one',
    story: 'A support agent opens a zip that came by mail, or sends one to somebody who may read it in peace.',
    defences: [
      {
        ...READ,
        claim: 'A file that says to be larger than any of a bundle is not unpacked.',
        text: 'if (uncompressedSize > MAX_BUNDLE.fileBytes) throw',
        without: 'if (uncompressedSize < 0) throw',
        title: 'a size of 4 GB',
      },
      {
        ...READ,
        claim: 'Files that are too large together are not unpacked.',
        text: 'if (total > MAX_BUNDLE.totalBytes) throw',
        without: 'if (total < 0) throw',
        title: 'files that are too large together',
      },
      {
        ...READ,
        claim: 'A file that is packed more tightly than any real one is not unpacked.',
        text: 'if (uncompressedSize > MAX_BUNDLE.ratio * Math.max(1, compressedSize))',
        without: 'if (uncompressedSize < 0)',
        title: 'a bomb',
      },
      {
        ...READ,
        claim: 'An archive with any other name than those of a bundle is refused: no path, no archive within.',
        text: 'if (!KNOWN.has(fileName)) throw',
        without: 'if (fileName === null) throw',
        title: 'an archive in the archive',
      },
      {
        ...READ,
        claim: 'A link in an archive is refused.',
        text: '=== constants.S_IFLNK)',
        without: '=== -1)',
        title: 'a link',
      },
      {
        ...READ,
        claim: 'JSON that is nested too deeply is not parsed.',
        text: 'if (depthOf(text) > MAX_BUNDLE.depth) throw',
        without: 'if (depthOf(text) < 0) throw',
        title: 'deep JSON',
      },
      {
        ...READ,
        file: 'src/main/cases/bundle/mask-bundle.ts',
        claim: 'What a bundle brings is masked before it is shown.',
        text: 'notes: maskNotes(one.notes),',
        without: 'notes: one.notes,',
        title: 'is masked: no secret and no guest that it brings is shown, in any field or file',
      },
      {
        file: 'src/main/cases/bundle/apply-marks.ts',
        test: 'test/unit/main/cases/bundle/bundle.test.ts',
        claim: 'A text that a person marked is redacted in every form, in every file.',
        text: 'return [form, escapedJson(form), escapedJson(escapedJson(form)), encoded,',
        without: 'return [form,',
        title: 'redacts what a person marked in every file, in every form, and still opens',
      },
      {
        ...STORE,
        claim: 'A case keeps no secret and no guest, whatever it was made of.',
        text: 'const failure = maskFailure(raw);',
        without: 'const failure = raw as MaskedFailure;',
        title: 'keeps no secret, wherever a failure has one',
      },
      {
        ...STORE,
        claim: 'Nor do its notes, if somebody pastes a token into them.',
        text: 'const clean = maskNotes(notes);',
        without: 'const clean = notes;',
        title: 'keeps no secret, wherever a failure has one',
      },
    ],
  },
];
