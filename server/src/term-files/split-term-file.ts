import type { FieldChange } from '@coverdesk/domain/history/history-contract.ts'
import { payDaysWords } from '@coverdesk/domain/pay-terms/pay-term-words.ts'
import { type PolicySplit, SplitRow } from '@coverdesk/domain/pay-terms/split-contract.ts'
import { sharesProblem } from '@coverdesk/domain/pay-terms/split-rules.ts'
import { splitFile } from '@coverdesk/domain/term-files/pay-term-files.ts'
import { planDatedRows } from '@coverdesk/domain/term-files/plan-dated-rows.ts'
import { readFilePercent } from '@coverdesk/domain/term-files/read-part.ts'
import { sql } from 'kysely'
import { keepChanges } from '../history/record-changes.ts'
import { sharesInWords, splitsInWords } from '../pay-terms/policy-splits.ts'
import type { Visibility } from '../platform/auth/visibility.ts'
import type { Db } from '../platform/db/database.ts'
import { lockCarrier } from '../platform/imports/import-batch.ts'
import { moveEarlierMarks, refuseChangedSince, type TermMark } from './marked-rows.ts'
import { readRows, type SaidRow } from './read-rows.ts'
import type { RowOutcome, RowRefusal, TermFile } from './term-file.ts'

/** Policy that rows name, with its splits by date. */
interface SplitPolicy {
  id: number
  policyNumber: string
  carrierId: number
  carrierName: string
  insuredName: string
  version: number
  splits: PolicySplit[]
}

/** Rows of a policy and start date: one split. */
interface FileSplit {
  policy: SplitPolicy
  /** Lines of its rows. */
  lines: number[]
  split: PolicySplit
}

/** Splits of policies by file. The rows of a policy and start date are one split, which replaces the stored one of that start. */
export const splitTermFile: TermFile = {
  shape: splitFile,
  // The pay of statement lines follows splits. Rows of the policies are locked when they are found.
  lock: (db) => lockCarrier(db, 'commissions', null),
  plan: async (db, staged, { job }) => {
    const { said, refusals, unknown } = await readRows(db, reading, staged)
    const policies = await findPolicies(db, said, {
      visible: job.visible ?? { all: false, agentIds: [] },
      locks: !job.dryRun,
    })
    const splits = wholeSplits(groupRows(said, policies, refusals), refusals)
    const byFirstLine = new Map(splits.map((split) => [split.lines[0] ?? 0, split]))
    const plan = planDatedRows(
      splits.map(({ policy, lines, split }) => ({ line: lines[0] ?? 0, group: String(policy.id), ...split })),
      policies.flatMap(({ id, splits: stored }) =>
        stored.map((split, index) => ({ id: index, group: String(id), ...split })),
      ),
    )
    for (const problem of plan.problems) {
      const one = byFirstLine.get(problem.line)
      const standing = 'overlapsRecord' in problem ? one?.policy.splits[problem.overlapsRecord] : undefined
      const reason =
        'overlapsRecord' in problem
          ? `Overlaps the split ${standing ? payDaysWords(standing) : 'there'}`
          : `Overlaps line ${'overlapsLine' in problem ? problem.overlapsLine : problem.repeats}`
      for (const line of one?.lines ?? []) refusals.push({ line, field: 'StartDate', value: null, reason })
    }
    const good = plan.rows.flatMap(({ line, endDate }) => {
      const one = byFirstLine.get(line)
      return one ? [{ ...one, split: { ...one.split, endDate } }] : []
    })
    const ended = plan.ended.flatMap(({ id, on, line }) => {
      const policy = byFirstLine.get(line)?.policy
      const before = policy?.splits[id]
      return policy && before ? [{ line, policy, before, after: { ...before, endDate: on } }] : []
    })
    return {
      refusals,
      unknown,
      outcomes: good.flatMap(outcomesOf),
      ended: ended.map(({ line, policy, before, after }) => ({
        line,
        recordId: policy.id,
        change: { field: `Days of ${sharesInWords(before)}`, old: payDaysWords(before), new: payDaysWords(after) },
      })),
      write: async (db, load) => {
        const afterOf = (policy: SplitPolicy): PolicySplit[] => {
          const ofFile = good.filter((one) => one.policy.id === policy.id).map(({ split }) => split)
          const starts = new Set(ofFile.map(({ startDate }) => startDate))
          const standing = policy.splits
            .filter(({ startDate }) => !starts.has(startDate))
            .map((split) => ended.find((end) => end.policy.id === policy.id && end.before === split)?.after ?? split)
          return [...standing, ...ofFile].sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
        }
        const touched = policies.flatMap((policy) => {
          const after = afterOf(policy)
          return splitsInWords(after) === splitsInWords(policy.splits) ? [] : [{ policy, after }]
        })
        await writeSplits(
          db,
          touched.map(({ policy, after }) => ({ policyId: policy.id, splits: after })),
        )
        await keepChanges(
          db,
          'policy-split',
          load.userId,
          touched.map(({ policy, after }) => ({
            id: policy.id,
            version: policy.version + 1,
            action: 'Changed by a file',
            changes: [{ field: 'Split', old: splitsInWords(policy.splits), new: splitsInWords(after) }],
          })),
        )
        const marks = touched.map(({ policy }) => ({
          id: policy.id,
          version: policy.version + 1,
          before: { splits: policy.splits },
          name: `the split of ${policy.policyNumber}`,
        }))
        await sql`
          insert into term_marks (batch_id, record_id, version, before, name)
          select ${load.batchId}::bigint, m.id, m.version, m.before, m.name
          from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as m (id bigint, version int, before jsonb, name text)`.execute(
          db,
        )
      },
    }
  },
  undo: async (db, batch) => {
    await sql`
      select from policies where id in (select record_id from term_marks where batch_id = ${batch.id}) order by id for no key update`.execute(
      db,
    )
    const { rows: marks } = await sql<TermMark & { before: { splits: PolicySplit[] } }>`
      select m.record_id as "recordId", m.version, m.before, m.name, (
        select max(c.version)::int from record_changes c join policies p on p.id = c.record_id
        where c.entity = 'policy-split' and c.record_id = m.record_id) as present
      from term_marks m where m.batch_id = ${batch.id} order by m.record_id`.execute(db)
    refuseChangedSince(marks)
    await writeSplits(
      db,
      marks.map(({ recordId, before }) => ({ policyId: recordId, splits: before.splits })),
    )
    const restored = marks.map(({ recordId, version }) => ({
      id: recordId,
      version: version + 1,
      action: 'Load undone',
      changes: [],
    }))
    await keepChanges(db, 'policy-split', batch.undoneBy, restored)
    await moveEarlierMarks(db, batch.id, new Map(restored.map(({ id, version }) => [id, version])))
  },
}

const reading = {
  shape: splitFile,
  schema: SplitRow,
  agents: { agentId: ['agent_npn', 'agent_name'] },
  hasCarrier: true,
  read: (cells: Readonly<Record<string, string | null>>) => {
    const share = readFilePercent(cells.share ?? '')
    return {
      said: {
        policyNumber: cells.policy_number ?? '',
        share: 'value' in share ? share.value : '100',
        startDate: cells.start_date ?? '',
        endDate: cells.end_date ?? null,
      },
      problems: 'problem' in share ? [{ field: 'Share', reason: share.problem }] : [],
    }
  },
  fieldOf: {
    policyNumber: 'PolicyNumber',
    carrierId: 'Carrier',
    agentId: 'Agent',
    share: 'Share',
    startDate: 'StartDate',
    endDate: 'EndDate',
  },
} as const

/** Visible policies with the numbers of the rows. */
async function findPolicies(
  db: Db,
  said: readonly SaidRow<SplitRow>[],
  { visible, locks }: { visible: Visibility; locks: boolean },
): Promise<SplitPolicy[]> {
  const numbers = [...new Set(said.map(({ said }) => said.policyNumber))]
  const isVisible = visible.all ? sql`true` : sql`p.agent_id = any(${visible.agentIds}::bigint[])`
  const { rows: found } = await sql<{ id: number }>`
    select p.id from unnest(${numbers}::text[]) n (number)
    join policies p on plain_text(p.policy_number) collate "C" = plain_text(n.number) collate "C" and p.policy_number = n.number
    where ${isVisible} order by p.id`.execute(db)
  const ids = found.map(({ id }) => id)
  if (locks) await sql`select from policies where id = any(${ids}::bigint[]) order by id for no key update`.execute(db)
  const { rows } = await sql<SplitPolicy>`
    select p.id, p.policy_number as "policyNumber", p.carrier_id as "carrierId", c.name as "carrierName",
      concat_ws(' ', p.first_name, p.last_name) as "insuredName", (
        select coalesce(max(h.version), 0)::int from record_changes h where h.entity = 'policy-split' and h.record_id = p.id) as version,
      coalesce((
        select jsonb_agg(s order by s."startDate") from (
          select s.start_date::text as "startDate", s.end_date::text as "endDate",
            jsonb_agg(jsonb_build_object('agentId', s.agent_id, 'agentName', a.name, 'share', trim_scale(s.share)::text)
              order by s.share desc, s.agent_id) as shares
          from policy_splits s join agents a on a.id = s.agent_id where s.policy_id = p.id group by 1, 2
        ) s), '[]') as splits
    from policies p join carriers c on c.id = p.carrier_id where p.id = any(${ids}::bigint[])`.execute(db)
  return rows
}

/** Rows by policy and start date; rows without one policy are refused. */
function groupRows(
  said: readonly SaidRow<SplitRow>[],
  policies: readonly SplitPolicy[],
  refusals: RowRefusal[],
): { policy: SplitPolicy; rows: SaidRow<SplitRow>[] }[] {
  const byNumber = Map.groupBy(policies, ({ policyNumber }) => policyNumber)
  const groups = new Map<string, { policy: SplitPolicy; rows: SaidRow<SplitRow>[] }>()
  for (const row of said) {
    const { policyNumber, carrierId, startDate } = row.said
    const found = (byNumber.get(policyNumber) ?? []).filter((one) => carrierId === null || one.carrierId === carrierId)
    const [policy] = found
    if (!policy || found.length > 1) {
      const reason = policy
        ? `${found.length} carriers have a policy with this number; the carrier tells which one`
        : 'No policy has this number'
      refusals.push({ line: row.line, field: policy ? 'Carrier' : 'PolicyNumber', value: policyNumber, reason })
      continue
    }
    const key = `${policy.id} ${startDate}`
    const group = groups.get(key) ?? { policy, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Splits whose rows fit together; all rows of another are refused, so that no policy gets a part of its split. */
function wholeSplits(groups: ReturnType<typeof groupRows>, refusals: RowRefusal[]): FileSplit[] {
  const refused = new Set(refusals.map(({ line }) => line))
  return groups.flatMap(({ policy, rows }): FileSplit[] => {
    const [first] = rows
    if (!first) return []
    const lines = rows.map(({ line }) => line)
    const refuse = (field: string, reason: string) => {
      for (const { line, said } of rows)
        refusals.push({ line, field, value: field === 'Share' ? `${said.share} %` : null, reason })
      return []
    }
    const { startDate, endDate } = first.said
    if (rows.some(({ said }) => said.endDate !== endDate))
      return refuse('EndDate', `Lines ${lines.join(', ')} are one split and must end on the same day`)
    const [problem] = sharesProblem(rows.map(({ said }) => said))
    if (problem)
      return refuse(
        'Share',
        `Lines ${lines.join(', ')}: ${problem.message.charAt(0).toLowerCase()}${problem.message.slice(1)}`,
      )
    const shares = rows
      .map(({ said, names }) => ({ agentId: said.agentId, agentName: names.agentId ?? '', share: said.share }))
      .sort((a, b) => Number(b.share) - Number(a.share) || a.agentId - b.agentId)
    return lines.some((line) => refused.has(line)) ? [] : [{ policy, lines, split: { startDate, endDate, shares } }]
  })
}

function outcomesOf({ policy, lines, split }: FileSplit): RowOutcome[] {
  const before = policy.splits.find(({ startDate }) => startDate === split.startDate)
  const [old, now] = [before ? splitsInWords([before]) : null, splitsInWords([split])]
  const outcome = before ? (old === now ? 'unchanged' : 'changed') : 'new'
  const changes: FieldChange[] = [{ field: 'Split', old, new: now }]
  const subject = policy.policyNumber
  const summary = `${policy.insuredName}: ${now}`
  return lines.map((line, index) => ({
    line,
    outcome,
    recordId: policy.id,
    subject,
    summary,
    changes: index === 0 ? changes : [],
  }))
}

async function writeSplits(
  db: Db,
  policies: readonly { policyId: number; splits: readonly PolicySplit[] }[],
): Promise<void> {
  const ids = policies.map(({ policyId }) => policyId)
  await sql`delete from policy_splits where policy_id = any(${ids}::bigint[])`.execute(db)
  const rows = policies.flatMap(({ policyId, splits }) =>
    splits.flatMap(({ startDate, endDate, shares }) =>
      shares.map(({ agentId, share }) => ({ policyId, agentId, share, startDate, endDate })),
    ),
  )
  await sql`
    insert into policy_splits (policy_id, agent_id, share, start_date, end_date)
    select "policyId", "agentId", share, "startDate", "endDate" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r ("policyId" bigint, "agentId" bigint, share numeric, "startDate" date, "endDate" date)`.execute(db)
}
