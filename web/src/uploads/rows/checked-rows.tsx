import type { ImportRun } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../platform/api/call.ts'
import { showCount } from '../../ui/basics/cell-value.tsx'
import { classNames } from '../../ui/basics/class-names.ts'
import { countOf, fileKind, type RowTab } from '../file-kind.ts'
import { isTermFile, runCallsOf } from '../run-calls.ts'
import { ChangedRows } from './changed-rows.tsx'
import { CommissionMoney } from './commission-money.tsx'
import css from './load-rows.module.css'
import { RecordRows } from './record-rows.tsx'
import { RefusedDownload } from './refused-download.tsx'
import { RefusedRows } from './refused-rows.tsx'

/** Rows of a dry run by outcome. Opens the tab that needs a decision: refused rows, otherwise money or changes. */
export function CheckedRows({ run }: { run: ImportRun }) {
  const [chosen, setChosen] = useState<RowTab | null>(null)
  const [field, setField] = useState('')
  const { counts, commissions, kind } = run
  const { tabs } = fileKind(kind)
  if (!counts) return null
  const shown = chosen ?? firstTab(run)
  return (
    <Tabs
      className={css.tabs}
      value={shown}
      onChange={(value) => setChosen(tabs.find((tab) => tab.value === value)?.value ?? null)}
      keepMounted={false}
    >
      <div className={css.bar}>
        <Tabs.List className={css.list}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value} className={css.tab}>
              {label} <TabCount count={countOf(run, value)} />
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown === 'changed' && !isTermFile(kind) ? <FieldFilter kind={kind} field={field} onField={setField} /> : null}
        {shown === 'refused' && counts.refused > 0 ? (
          <RefusedDownload save={() => download(runCallsOf(kind).refusals, { runId: run.id }, 'csv')} />
        ) : null}
      </div>
      {commissions ? (
        <Tabs.Panel value="money" className={css.panel}>
          <CommissionMoney findings={commissions} loaded={false} />
        </Tabs.Panel>
      ) : null}
      <Tabs.Panel value="refused" className={css.panel}>
        <RefusedRows kind={kind} runId={run.id} />
      </Tabs.Panel>
      <Tabs.Panel value="changed" className={css.panel}>
        <ChangedRows kind={kind} runId={run.id} field={field} />
      </Tabs.Panel>
      {whole.map((outcome) => (
        <Tabs.Panel key={outcome} value={outcome} className={css.panel}>
          <RecordRows kind={kind} runId={run.id} outcome={outcome} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** Tabs that show whole rows. */
const whole = ['new', 'missing', 'unchanged', 'unmatched'] as const

function firstTab({ kind, counts }: ImportRun): RowTab {
  if (counts && counts.refused > 0) return 'refused'
  if (kind === 'commissions') return 'money'
  return counts && (counts.changed > 0 || counts.new === 0) ? 'changed' : 'new'
}

function TabCount({ count }: { count: number | null }) {
  return count === null ? null : <span className={classNames('figures', css.count)}>{showCount(count)}</span>
}

interface FilterProps {
  kind: ImportRun['kind']
  field: string
  onField(field: string): void
}

function FieldFilter({ kind, field, onField }: FilterProps) {
  return (
    <span className={css.filter}>
      <select aria-label="Changes of field" value={field} onChange={(event) => onField(event.currentTarget.value)}>
        <option value="">All fields</option>
        {fileKind(kind).fields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </span>
  )
}
