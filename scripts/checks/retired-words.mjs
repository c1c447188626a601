/**
 * Words that the project no longer uses, as regular expressions, each with what to write instead. A match is a hint: rewrite
 * the sentence instead of replacing one word.
 */
export const retiredWords = [
  // Identifiers and terms
  [String.raw`needle\w*|readNeedle`, 'search term'],
  ['atMost|inTurns', 'limitConcurrency'],
  ['doorRecord|the door', 'request audit, router, request pipeline'],
  ['walkedInVain|endOfWalk|mostGathered', 'scanMissed, scanBound, maxSortedHits'],
  ['replanned', 'customPlan'],
  ['seenBy', 'visible…'],
  ['outsideParty|outside party|party outside|NotUnderstood', 'HTTP client, RequestRejected'],
  ['keepRetaining|keepEnrolling|keepComparing', 'a named job'],
  ['goOn', 'throwIfCancelled, navigateInApp'],
  ['letsGo', 'isToggleSelection'],
  ['overtaken', 'edit conflict'],
  ['whyEmpty|why-empty|unfit', 'noMatches, EmptyState'],
  ['useFloat', 'lazy popover'],
  ['Bone|boneLength', 'SkeletonBar'],
  ['KeptWays|WayEntries', 'contact methods'],
  ['dealings?', 'interactions, activity'],
  ['mayComeAgain|ofItsPeriod', 'allowsDuplicates, singlePeriodOnly'],
  ['takeNameBack', 'releaseUsername'],
  ['forgetful', 'withoutPreparedStatements'],
  ['databasePlace', 'resolveLocation'],
  ['standsFor|staleIn', 'facadeExports, findStaleEntries'],
  ['openAgency', 'startTestApp'],
  ['askAnew', 'invalidate'],
  [String.raw`(?:most|longest|largest|fewest)[A-Z]\w*`, 'max…, min…'],
  ['(?<!/)journeys?(?!/)', 'end-to-end test'],
  // Phrases
  ['anew', 'again, re-'],
  // Not at the start of quoted data: a test's 'nobody@agency.test', the Unix account.
  ["(?<!['`])(?:whoever|nobody|somebody)", 'user, agent, client, caller, no one'],
  ['lets? go of', 'deletes, releases'],
  ['stands? (?:in|at|beside|under|for)', 'is in, is at, represents'],
  ['put up with', 'tolerate, limit'],
  ['(?:is|are|was|were) told', 'is notified, is logged, receives'],
  ['begins? with what', 'starts with'],
  ['what (?:is|was) (?:kept|left|asked)', 'stored, remaining, request'],
  ['as ever', 'as before'],
  ['at the same moment', 'at the same time, concurrently'],
  ['meanwhile', 'while …'],
  ['no more(?! than)|any more', 'no longer'],
  ['one after the other', 'in sequence'],
  ['dear', 'expensive'],
  ['beside each other', 'in parallel, side by side'],
]
