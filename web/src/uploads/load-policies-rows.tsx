import { type ImportRun, uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { Button, Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../platform/call.ts'
import { toasts } from '../platform/toasts.tsx'
import { showCount } from '../ui/cell-value.tsx'
import { classNames } from '../ui/class-names.ts'
import { ChangedRows } from './load-policies-changes.tsx'
import { RecordRows } from './load-policies-records.tsx'
import { RefusedRows } from './load-policies-refused.tsx'
import css from './load-rows.module.css'
import { policyFields } from './policy-fields.ts'

const tabs = [
  { value: 'refused', label: 'Refused' },
  { value: 'changed', label: 'Changes' },
  { value: 'new', label: 'New' },
  { value: 'missing', label: 'Missing' },
  { value: 'unchanged', label: 'Unchanged' },
] as const
type Tab = (typeof tabs)[number]['value']

/** The rows of a dry run by outcome. It opens on what needs a decision: the refused rows, else the changes. */
export function CheckedRows({ run }: { run: ImportRun }) {
  const [chosen, setChosen] = useState<Tab | null>(null)
  const [field, setField] = useState('')
  const counts = run.counts
  if (!counts) return null
  const shown = chosen ?? (counts.refused > 0 ? 'refused' : counts.changed > 0 || counts.new === 0 ? 'changed' : 'new')
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
              {label} <span className={classNames('figures', css.count)}>{showCount(counts[value])}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown === 'changed' ? <FieldFilter field={field} onField={setField} /> : null}
        {shown === 'refused' && counts.refused > 0 ? <RefusedDownload runId={run.id} /> : null}
      </div>
      <Tabs.Panel value="refused" className={css.panel}>
        <RefusedRows runId={run.id} />
      </Tabs.Panel>
      <Tabs.Panel value="changed" className={css.panel}>
        <ChangedRows runId={run.id} field={field} />
      </Tabs.Panel>
      <Tabs.Panel value="new" className={css.panel}>
        <RecordRows runId={run.id} outcome="new" />
      </Tabs.Panel>
      <Tabs.Panel value="missing" className={css.panel}>
        <RecordRows runId={run.id} outcome="missing" />
      </Tabs.Panel>
      <Tabs.Panel value="unchanged" className={css.panel}>
        <RecordRows runId={run.id} outcome="unchanged" />
      </Tabs.Panel>
    </Tabs>
  )
}

function FieldFilter({ field, onField }: { field: string; onField(field: string): void }) {
  return (
    <span className={css.filter}>
      <select aria-label="Changes of field" value={field} onChange={(event) => onField(event.currentTarget.value)}>
        <option value="">All fields</option>
        {policyFields.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </span>
  )
}

/** Every refused row with line, column and reason, as a file to mend and send again. */
export function RefusedDownload({ runId }: { runId: string }) {
  const [busy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await download(uploads.refusals, { runId }, 'csv')
    } catch (error) {
      toasts.failure('', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      loading={busy}
      onClick={run}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      Refused rows, csv
    </Button>
  )
}
