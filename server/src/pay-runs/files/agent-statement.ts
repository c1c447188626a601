import type { payRuns } from '@coverdesk/domain/pay-runs/pay-run-contract.ts'
import { runName } from '@coverdesk/domain/pay-runs/run-name.ts'
import { exportQuery } from '../../platform/exports/export-query.ts'
import type { ExportColumn, ExportLanguage } from '../../platform/exports/export-table.ts'
import type { Handler } from '../../platform/http/http-call.ts'
import { findRun, findRunAgent } from '../pay-run-queries.ts'
import { earningJoins, insuredOfEarning } from '../run-line-list.ts'

interface Words {
  title: string
  /** Before the title of a run that is not closed. */
  draft: string
  agent: string
  run: string
  /** Of a closed month, in the name of the run. */
  correction: string
  columns: readonly string[]
  held: string
  kinds: Readonly<Record<string, string>>
}

const words: Record<ExportLanguage, Words> = {
  en: {
    title: 'Commission statement',
    draft: 'Draft',
    agent: 'Agent',
    run: 'Month',
    correction: 'correction',
    columns: ['Policy number', 'Insured', 'Carrier', 'Statement', 'Covers', 'What', 'Amount'],
    held: 'Held, not paid yet',
    kinds: {
      writing: 'Commission',
      override: 'Override',
      chargeback: 'Chargeback',
      gone: 'Line removed by the carrier',
      moved: 'Moved to another policy or month',
      correction: 'Correction',
      release: 'Released, was held',
      unheld: 'No longer held',
      adjustment: 'Adjustment',
      advance: 'Advance',
      recovery: 'Recovery of an advance',
      carriedIn: 'Carried in',
      carriedOut: 'Carried into the next month',
      total: 'To pay',
    },
  },
  es: {
    title: 'Estado de comisiones',
    draft: 'Borrador',
    agent: 'Agente',
    run: 'Mes',
    correction: 'corrección',
    columns: ['Número de póliza', 'Asegurado', 'Aseguradora', 'Extracto', 'Cubre', 'Concepto', 'Importe'],
    held: 'Retenido, aún sin pagar',
    kinds: {
      writing: 'Comisión',
      override: 'Comisión de nivel',
      chargeback: 'Contracargo',
      gone: 'Línea retirada por la aseguradora',
      moved: 'Pasó a otra póliza o mes',
      correction: 'Corrección',
      release: 'Liberado, estaba retenido',
      unheld: 'Ya no está retenido',
      adjustment: 'Ajuste',
      advance: 'Anticipo',
      recovery: 'Recuperación de un anticipo',
      carriedIn: 'Saldo anterior',
      carriedOut: 'Pasa al mes siguiente',
      total: 'A pagar',
    },
  },
}

const kinds: readonly ExportColumn[] = [
  { label: '', kind: 'text', width: 14 },
  { label: '', kind: 'text', width: 22 },
  { label: '', kind: 'text', width: 16 },
  { label: '', kind: 'text', width: 9 },
  { label: '', kind: 'text', width: 9 },
  { label: '', kind: 'text', width: 28 },
  { label: '', kind: 'money', width: 12 },
]

/** An agent's statement of a run: each line, what is added, recovered and carried, and the amount to pay as the last row. */
export const agentStatement: Handler<typeof payRuns.statement> = async (call, { id, agentId, language, format }) => {
  const run = await findRun(call.db, id)
  const agent = await findRunAgent(call.db, call.user.visibility('AgentPayment'), id, agentId)
  const { title, draft, columns, correction, ...inWords } = words[language]
  const name = runName(run, correction)
  return await exportQuery(
    call,
    format,
    {
      title: `${run.status === 'Draft' ? `${draft}: ` : ''}${title} ${name}, ${agent.agent}`,
      language,
      filters: [
        { label: inWords.agent, value: agent.npn ? `${agent.agent}, NPN ${agent.npn}` : agent.agent },
        { label: inWords.run, value: name },
      ],
      columns: kinds.map((column, at) => ({ ...column, label: columns[at] ?? '' })),
    },
    {
      rows: `select number, insured, carrier, statement, month, what, amount from (${rowsOf(id, agentId, inWords)}) s
        order by position, statement_day desc nulls last, number, n`,
      count: `select count(*)::bigint as total, array[${agentId}]::text as ids from (${rowsOf(id, agentId, inWords)}) s`,
      event: { entity: 'payRunAgent', entityId: agentId, facts: { run: id } },
    },
  )
}

/** Ids are numbers and words are constants, so the query has no text of a request. */
function rowsOf(runId: number, agentId: number, { held, kinds: word }: Pick<Words, 'held' | 'kinds'>): string {
  const named = (name: string) => `'${word[name]}'`
  const own = `run_id = ${Number(runId)} and agent_id = ${Number(agentId)}`
  return `
    select 1 as position, e.id as n, e.statement as statement_day, e.policy_number as number, ${insuredOfEarning} as insured,
      c.name as carrier, to_char(e.statement, 'MM/YYYY') as statement, to_char(e.month, 'MM/YYYY') as month,
      case when e.held is not null and e.kind = 'release' then ${named('unheld')} when e.held is not null then '${held}' when e.kind = 'chargeback' then ${named('chargeback')}
        when e.kind = 'gone' then ${named('gone')} when e.kind = 'moved' then ${named('moved')} when e.kind = 'correction' then ${named('correction')} when e.kind = 'release' then ${named('release')}
        when e.role = 'override' then ${named('override')} else ${named('writing')} end as what,
      case when e.held is null then e.amount end as amount
    from pay_earnings e ${earningJoins} where e.run_id = ${Number(runId)} and e.agent_id = ${Number(agentId)}
    union all
    select 2, i.source_id, null, null, i.reason, null, null, to_char(i.month, 'MM/YYYY'),
      case i.kind when 'adjustment' then ${named('adjustment')} when 'advance' then ${named('advance')} else ${named('recovery')} end,
      i.amount
    from pay_run_items i where ${own}
    union all
    select v.position, 0, null, null, null, null, null, null, v.what, v.amount from pay_run_agents x
    cross join lateral (values (3, ${named('carriedIn')}, x.carried_in), (4, ${named('carriedOut')}, -x.carried_out),
      (5, ${named('total')}, x.paid)) v (position, what, amount)
    where ${own} and (v.position = 5 or v.amount <> 0)`
}
