import { type Fault, faultsIn } from './fault.ts';

/** Faults in the pages: in their hooks, and in what these pass to views. */
export const pageFaults: readonly Fault[] = [
  ...faultsIn('entrypoints/manage/jobs/useJobs.ts', 'test/unit/jobs/view.test.ts', [
    [
      "a job's report lets a spreadsheet run what a service has said",
      "return toCsv(['domain', 'outcome', 'in_words', 'reason'], rows);",
      "return [['domain', 'outcome', 'in_words', 'reason'], ...rows].map((row) => row.join(',')).join('\\r\\n');",
    ],
    ['generated passwords are erased though copying failed', 'else setShown(now);', 'else copied(now);'],
  ]),
  ...faultsIn('entrypoints/manage/jobs/useStartJob.ts', 'test/unit/jobs/view.test.ts', [
    [
      'pressing Add again after the worker died starts a second job',
      "await ask('jobs.start', { id: current.id, ...input }",
      "await ask('jobs.start', { id: crypto.randomUUID(), ...input }",
    ],
  ]),
  ...faultsIn('entrypoints/manage/list/select.ts', 'test/unit/pages/listReduce.test.ts', [
    ['Select all takes rows that are read-only', '!now.locked &&', 'true &&'],
  ]),
  ...faultsIn('entrypoints/manage/websites/useWebsiteForms.ts', 'test/unit/pages/websiteForms.test.ts', [
    ['a read-only website is opened for editing', 'if (locked || !connection) return;', 'if (!connection) return;'],
  ]),
  ...faultsIn('entrypoints/manage/list/useDeletion.ts', 'test/unit/pages/recordList.test.ts', [
    ['a read-only record can be deleted', 'if (!row.locked) forms.open', 'forms.open'],
    ['pressing Delete twice sends two', 'if (!row || forms.of(row.key)?.busy) return;', 'if (!row) return;'],
  ]),
  ...faultsIn(
    'entrypoints/manage/list/followChecks.ts',
    'test/unit/pages/followChecks.test.ts test/unit/pages/recordList.test.ts',
    [
      [
        'the list goes on to show what an earlier audit has found',
        'if (now !== version) void',
        "if (version === 'none yet') void",
      ],
    ],
  ),
  ...faultsIn('entrypoints/manage/websites/visits.ts', 'test/unit/pages/visits.test.ts', [
    [
      'a list goes on to ask a service that has refused',
      'refused.set(account, performance.now())',
      'refused.delete(account)',
    ],
  ]),
  ...faultsIn('entrypoints/manage/list/reduce.ts', 'test/unit/pages/listReduce.test.ts', [
    [
      'a deleted website stays selected',
      'selection: leftSelection(next, account, partOf(next, account).rows)',
      'selection: next.selection',
    ],
    [
      'what a search has found that was given up is shown',
      'if (viewing?.number !== number) return stay(state);',
      'if (!viewing) return stay(state);',
    ],
  ]),
  ...faultsIn('entrypoints/manage/addMany/useTaking.ts', 'test/unit/pages/addMany.test.ts', [
    ['"All tabs" takes tabs of private windows', '.filter(({ incognito }) => !incognito)', ''],
    ['"This window" takes the tabs of all windows', "where === 'window' ? { currentWindow: true } : {}", '{}'],
  ]),
  ...faultsIn('entrypoints/manage/list/followRows.ts', 'test/unit/pages/recordList.test.ts', [
    [
      'changes of another service are applied to an open list',
      'change?.account === account ? slotOf(list, change) : undefined',
      'slotOf(list, change)',
    ],
  ]),
  ...faultsIn('entrypoints/manage/list/useListTab.ts', 'test/unit/pages/recordList.test.ts', [
    ['the export takes what the search does not find', 'useExport(kind, rows, ', 'useExport(kind, list.state.rows, '],
  ]),
  ...faultsIn('entrypoints/manage/list/listStore.ts', 'test/unit/pages/recordList.test.ts', [
    [
      'a list that failed offline is not asked for again when the network is back',
      "listenTo(globalThis, 'online', () => send({ type: 'mended', what: 'network' })),",
      '',
    ],
  ]),
  ...faultsIn('entrypoints/manage/websites/edit.ts', 'test/unit/pages/edit.test.ts', [
    [
      'what was typed is gone when its sheet is opened again',
      '(kept.busy || kept.conflict || isEdited(kept))',
      '(kept.busy || kept.conflict)',
    ],
    [
      'a change is written without reading the record again',
      'return unchecked ? send(row.record, settled) : compare(settled);',
      'return send(row.record, settled);',
    ],
  ]),
  ...faultsIn('entrypoints/options/connection/save.ts', 'test/unit/pages/connection', [
    ['what was read before something newer is shown over it', 'if (read.turn < state.read.turn) return state;', ''],
  ]),
  ...faultsIn('entrypoints/options/connection/reduce.ts', 'test/unit/pages/connection', [
    ['the answer to a test that was given up is shown', 'if (state.busy?.number !== number) return turn(state);', ''],
  ]),
  ...faultsIn('entrypoints/popup/search/field.ts', 'test/unit/pages/popupSearch.test.ts', [
    [
      "Enter that ends a composition opens a site that the popup's search has found",
      'if (!state.typed || event.isComposing) return;',
      'if (!state.typed) return;',
    ],
  ]),
  ...faultsIn('lib/connections/registered.ts', 'test/unit/pages/popupSearch.test.ts test/unit/background/omnibox', [
    [
      'of a site that several connections have, the search of popup and address bar offers any one first',
      'return isOne ? sites.flat() : belongingFirst(sites.flat(), all);',
      'return sites.flat();',
    ],
  ]),
  ...faultsIn('entrypoints/options/useSettings.ts', 'test/unit/pages/optionsSettings.test.ts', [
    ['a switch stays on for which the browser refused the permission', '        if (isDenied) return false;\n', ''],
    ['a password that is typed in the settings is stored before it is saved', "if (name === 'hasPassword' || ", 'if ('],
  ]),
  ...faultsIn('entrypoints/options/knownSites.ts', 'test/unit/pages/knownSites.test.ts', [
    [
      'a list that was never read is shown as one without sites',
      "if (!isWhole && !count) return t('tracking.known_partly');",
      '',
    ],
  ]),
  ...faultsIn('entrypoints/options/connectionLines.ts', 'test/unit/pages/connectionLines.test.ts', [
    [
      'a key that was refused and not saved is held against the connection',
      'last?.report.unsaved?.includes(service) ? undefined : last?.report[service]',
      'last?.report[service]',
    ],
  ]),
  ...faultsIn('entrypoints/popup/site/presses.ts', 'test/unit/pages/popup.test.ts', [
    [
      '"Try again" of a save in the popup sends nothing',
      'if (!failed.fields.password) return update(turn, failed);',
      'if (!failed.fields.password) return;',
    ],
  ]),
  ...faultsIn('entrypoints/popup/site/opening.ts', 'test/unit/pages/popup.test.ts', [
    ['the service is asked about a site of a private window without a press', 'if (start.private) return;', ''],
  ]),
  ...faultsIn('entrypoints/popup/site/run.ts', 'test/unit/pages/popup.test.ts', [
    [
      'a site is registered though the tab has gone to another one meanwhile',
      'still && (await hasNavigated(still))',
      'still && !still.site',
    ],
  ]),
  ...faultsIn('entrypoints/manage/addMany/useCheck.ts', 'test/unit/pages/check.test.ts', [
    [
      'the check of Add many asks again without the pause that the service asked for',
      'waitFor(seconds * 1000)',
      'waitFor(0)',
    ],
  ]),
];
