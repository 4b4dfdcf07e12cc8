import { type Fault, faultsIn } from './fault.ts';

/** Faults in the worker. */
export const workerFaults: readonly Fault[] = [
  ...faultsIn(
    'lib/background/request.ts',
    'test/unit/background/handlers.test.ts test/unit/background/jobs/runner.test.ts test/unit/background/goneConnection.test.ts',
    [
      [
        'a private look-up of a registered site is stored',
        'tracesOf(context).stored && !context.unkept',
        '!context.unkept',
      ],
      ['a question that names another service goes to this one', 'found.account === account', 'found.account !== ""'],
      [
        'a create that ends after its connection was removed is kept',
        '(reads || (await isConnected(account)))',
        'true',
      ],
    ],
  ),
  ...faultsIn(
    'lib/background/jobs/handlers.ts',
    'test/unit/background/jobs test/unit/background/main.test.ts test/unit/background/events.test.ts',
    [
      ['Retry of the failed also sends what was skipped', ": ['failed'];", ": ['failed', 'skipped'];"],
      ['starting a job twice with one id makes another', 'if (known) return known;', 'if (known?.ended) return known;'],
      [
        'a job that waits for access goes on when the network is back',
        'job.problem?.kind === kind && !isUnanswered(job)',
        '!!job.problem && !isUnanswered(job)',
      ],
      [
        'what a dead worker left unfinished is not asked about at the next start of the browser',
        'browser.runtime.onStartup.addListener(wake);',
        '',
      ],
      [
        'an undo is carried out with the key of another account',
        'if (waiting?.undoes && bound(waiting).rebound) return cancelJob({ id });',
        '',
      ],
    ],
  ),
  ...faultsIn('entrypoints/background.ts', 'test/unit/background/main.test.ts test/unit/background/events.test.ts', [
    ['the settings open at every update', "if (reason === 'install') void", 'if (reason) void'],
  ]),
  ...faultsIn(
    'lib/background/connection.ts',
    'test/unit/background/goneConnection.test.ts test/unit/background/connection.test.ts test/unit/background/handlers.test.ts',
    [
      ['what is known of the account before stays when the connection changes', 'await keepToConnections(stored);', ''],
      [
        'the stored analytics key goes to an SEO service of another origin',
        'first && originOf(first.url) === originOf(url)',
        'first !== undefined',
      ],
      [
        'what is known of one account is shown for another at the same address',
        '(await keyFor(connection.id, service, url)) === key',
        'true',
      ],
      [
        'a refused key takes the place of the one that works',
        'if (!candidate || (!account && !mayConnect(service)))',
        'if (!candidate)',
      ],
    ],
  ),
  ...faultsIn('lib/background/router.ts', 'test/unit/background/router.test.ts test/unit/background/handlers.test.ts', [
    [
      'a frame of a web page that shows one of our pages commands the worker',
      'isOurs === true && !sender.frameId',
      'isOurs === true',
    ],
    ['a cancelled question goes on', 'abortable.get(message.cancel)?.abort();', 'abortable.get(message.cancel);'],
    ['the worker does not hear that a page belongs to a private window', 'private: isPrivate', 'private: false'],
  ]),
  ...faultsIn('lib/background/menu.ts', 'test/unit/background/menu.test.ts', [
    ['the menu takes a private tab for a usual one', 'tab?.incognito ?? false', 'false'],
    ['the menu on a link registers the page it stands on', "isLink ? (linkUrl ?? '') : pageUrl", 'pageUrl'],
  ]),
  ...faultsIn('lib/background/websites/lookUp.ts', 'test/unit/background/menu.test.ts', [
    [
      'the menu registers the host as seen, whatever was chosen',
      'preferredHost(seen, hostChoice, await suffix(seen))',
      "preferredHost(seen, 'seen', await suffix(seen))",
    ],
  ]),
  ...faultsIn('lib/background/outcome.ts', 'test/unit/background/menu.test.ts', [
    [
      'notifications appear though they are turned off',
      '|| !(await get(preferences)).notifications) return;',
      ') return;',
    ],
  ]),
  ...faultsIn('lib/background/siteBadge.ts', 'test/unit/background/siteBadge.test.ts', [
    ['a badge is put on tabs of private windows', '!tab || !tracesOf({ private: tab.incognito }).unasked', '!tab'],
    [
      'what a tab was just told is painted over by how its site stands',
      "const outcome = await outcomeShown(id, isNewer, shown?.look === 'registered');",
      'const outcome = false;',
    ],
  ]),
  ...faultsIn('lib/background/keys.ts', 'test/unit/background/connection.test.ts', [
    [
      'a key is sent to another origin than the one it was saved for',
      'found && found.origin === originOf(url) ? found.key : undefined',
      'found?.key',
    ],
    [
      'a key that is to be forgotten with the browser stays on the disk',
      'await update(keyStores[other[keep]], ({ [name]: _, ...rest }) => rest);',
      '',
    ],
  ]),
  ...faultsIn('lib/background/forget.ts', 'test/unit/background/connection.test.ts', [
    [
      'a key that was forgotten still serves the other service at its origin',
      'const gone = await servicesWithKeyOf(id, service);',
      'const gone = [service];',
    ],
  ]),
  ...faultsIn(
    'lib/background/websites/writes.ts',
    'test/unit/background/websites test/unit/background/handlers.test.ts test/unit/background/jobs/runner.test.ts',
    [
      [
        'deleting what is already gone fails',
        "if (problem.kind !== 'missing') return",
        "if (problem.kind !== 'conflict') return",
      ],
      ['an update of a job is sent over what a person has set since', '  await override();\n', ''],
    ],
  ),
  ...faultsIn(
    'lib/records/rules.ts',
    'test/unit/background/records test/unit/background/handlers.test.ts test/unit/records',
    [
      [
        'a field that was not reported erases what is known of it',
        "if (kept === 'ends' || name in now || !(name in old)) continue;",
        'if (kept) continue;',
      ],
      ['a record that cannot be read is kept as a known site', 'isNamed(kept) ? hostsIn(kept) : []', 'hostsIn(kept)'],
      [
        'what a page shows while the list is read is forgotten at its end, where the clock was set back',
        'Math.max(now, (facts.pass ?? 0) + 1)',
        'now',
      ],
    ],
  ),
  ...faultsIn(
    'lib/background/websites/readList.ts',
    'test/unit/background/records test/unit/background/forgetList.test.ts test/unit/background/websites test/unit/background/handlers.test.ts',
    [
      [
        'reading the list again goes on at another service',
        'const context = { account, unkept: true,',
        'const context = { unkept: true,',
      ],
      [
        'a list that nobody has asked for is read in the way of a person',
        'if (await isUnasked()) await afterPersons(now.serviceUrl);',
        '',
      ],
      [
        'a list that nobody has asked for is read at the full pace',
        '(await isUnasked()) ? nextUnaskedAt(limit, Date.now()) : nextRequestAt',
        'nextRequestAt',
      ],
      [
        'a Stop of reading the list is undone by the page that was on its way',
        'isRefreshActive(one) && one.started === now.started',
        'one.started === now.started',
      ],
    ],
  ),
  ...faultsIn('lib/records/due.ts', 'test/unit/records/due.test.ts test/unit/background/records/records.test.ts', [
    ['a stopped reading begins again by itself', 'if (age(stopped) < day) return false;', ''],
  ]),
  ...faultsIn(
    'lib/background/websites/register.ts',
    'test/unit/background/websites test/unit/background/kinds.test.ts test/model/random-kinds.test.ts test/unit/background/handlers.test.ts',
    [
      [
        'a second create is sent while the first may still be carried out',
        'if (website || isMeantAgain(before, again) || (await refusingDoubles.has(before.account))) return website;',
        'if (before.account) return website;',
      ],
      [
        'a create with an id of our own gets another one while its outcome is unknown',
        '(before?.account === account && before.id) || crypto.randomUUID()',
        'crypto.randomUUID()',
      ],
      [
        'a statistics password is wanted and none is sent',
        "if (!password) throw required('password')",
        "if (input.password) throw required('password')",
      ],
    ],
  ),
  ...faultsIn(
    'lib/background/jobs/jobKinds.ts',
    'test/unit/background/goneConnection.test.ts test/unit/background/jobs',
    [
      [
        'a create that is pending at a connection that is gone sets its alarm for ever',
        'if (job.press && !(await isConnected(job.account)))',
        'if (!job.account)',
      ],
      [
        'a deleted record whose id serves another site now counts as still there',
        '(website && standsFor(website, item.key))',
        'website',
      ],
      [
        'a change with a password counts as confirmed though passwords cannot be read back',
        'if (job.password || !holdsRecord',
        'if (!holdsRecord',
      ],
      [
        'an undo overwrites what somebody has changed since',
        'if (job.undoes && !(record && isUndoable(item, record))) {',
        'if (!record) {',
      ],
      [
        'an undo takes what was read within the hour for what its record has now',
        'job.rebound || job.undoes',
        'job.rebound',
      ],
      [
        'an undo deletes what is another website by now',
        'isChanged = !!job.undoes && !(seen && isAsMade(item, seen));',
        'isChanged = !!job.undoes && !seen;',
      ],
      [
        'what a record had is taken from a store that does not know of a change through another connection',
        ' || (await mayDiffer(job, id).catch(() => true))',
        '',
      ],
    ],
  ),
  ...faultsIn('lib/background/deferUpdate.ts', 'test/unit/background/update.test.ts', [
    ['an update is installed while a job or a create is still to be found out', ' && !jobs.some(isJobActive)', ''],
  ]),
  ...faultsIn('lib/jobs/write.ts', 'test/unit/background/jobs', [
    ['a job that still runs can be dismissed', 'if (job?.ended) {', 'if (job) {'],
    [
      'a change is still offered to be undone after the next one has begun',
      'others.flatMap((one) => undoEndedBy(job, one) ?? [])',
      'others.slice(0, 0)',
    ],
    [
      'an undo begins though the next change has begun meanwhile',
      'const isNew = !before && isSame([source?.undo, source?.ended], [undone?.undo, undone?.ended]);',
      'const isNew = !before;',
    ],
  ]),
  ...faultsIn('lib/background/jobs/attempt.ts', 'test/unit/background/jobs', [
    ['an undo takes back what a person has wanted since', 'await keepWanted(job, item).catch(() => {});', ''],
  ]),
  ...faultsIn('lib/background/audit/askVisits.ts', 'test/unit/background/audit/visits.test.ts', [
    ['an audit asks for visits at once, in a person’s way', 'if (from > Date.now()) return from;', ''],
    [
      'a service that does not answer is asked again with every command',
      'if (pausedUntil > Date.now()) return pausedUntil;',
      '',
    ],
  ]),
  ...faultsIn('lib/background/audit/keep.ts', 'test/unit/background/audit/visits.test.ts', [
    [
      'a repeat notifies of the same again once the visits are known',
      'if (!job.asksVisits || changes.stopped.length) ',
      '',
    ],
  ]),
  ...faultsIn('lib/background/audit/handlers.ts', 'test/unit/background/audit/visits.test.ts', [
    [
      'what an opened page shows is stored without what its service counts',
      'isRecent ? lookWithVisits(look, visits, beside.before(opened)) : look',
      'look',
    ],
  ]),
  ...faultsIn('lib/background/audit/close.ts', 'test/unit/background/audit/visits.test.ts', [
    [
      'a check of one site ends the questions about the visits of all others',
      'told.filter(isNews)',
      'told.filter((item) => isNews(item) && item.look?.visits)',
    ],
    [
      'visits that stopped are not told of once another check has taken over from a repeat',
      'troubles: 0, ...repeat }',
      'troubles: 0 }',
    ],
  ]),
  ...faultsIn('lib/jobs/again.ts', 'test/unit/jobs/undo.test.ts', [
    ['an undo is tried again over a later change', "job.overtaken && unknown !== 'look'", 'false'],
  ]),
];
