import { stateExchanges } from '@coverdesk/domain/eligibility/tables/state-exchanges.ts'
import { rowFor } from '@coverdesk/domain/eligibility/tables/year-row.ts'
import { todayIn } from '@coverdesk/domain/fields/calendar-date.ts'
import { stateNames } from '@coverdesk/domain/fields/us-state.ts'
import { type PlanDataRun, planData } from '@coverdesk/domain/plan-data/plan-data-contract.ts'
import { federalSource, isInsurerSource, planFileNames } from '@coverdesk/domain/plan-data/plan-files.ts'
import { plans } from '@coverdesk/domain/plans/plan-contract.ts'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../platform/api/call.ts'
import { newId } from '../platform/api/new-id.ts'
import { apiQuery, invalidate } from '../platform/api/query.ts'
import { sendFile } from '../platform/api/send-file.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'
import { toasts } from '../platform/toasts/toasts.tsx'
import { rowsInWords, showCount } from '../ui/basics/cell-value.tsx'
import { usePhone } from '../ui/basics/use-phone.ts'
import { ShortSelect } from '../ui/choices/short-select.tsx'
import { FileDrop } from '../ui/fields/file-drop.tsx'
import formCss from '../ui/form/form-modal.module.css'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { NoticeLine } from '../ui/page/notice-line.tsx'
import css from './plan-data.module.css'
import { PlanProblems } from './plan-problems-dialog.tsx'
import { planSourceName } from './plan-source-name.ts'

const endings = ['.csv', '.json', '.zip', '.gz']
/** Choice of an insurer, whose HIOS id is typed. */
const ofInsurer = 'insurer'
const pollMilliseconds = 500
/** Files of the next year come out before its enrollment opens. */
const thisYear = Number(todayIn(new Date()).slice(0, 4))
const years = [thisYear + 2, thisYear + 1, thisYear, thisYear - 1].map((year) => ({
  value: String(year),
  label: String(year),
}))
const sources = [
  { value: federalSource, label: `${planSourceName(federalSource)} (CMS)` },
  ...[...new Set(stateExchanges.map(({ state }) => state))]
    .flatMap((state) => rowFor(stateExchanges, state, thisYear + 1) ?? [])
    .filter(({ type }) => type === 'state-based')
    .map(({ state, name }) => ({ value: state, label: `${stateNames[state] ?? state}: ${name}` })),
  { value: ofInsurer, label: 'An insurer: its doctors and drugs' },
]

/**
 * Checks a plan file of a year, and then loads it. Stays open for the next file of the year, and while one is loaded, since it
 * says how that ended.
 */
export function LoadPlanFileDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const phone = usePhone()
  const loading = useRef(false)
  return (
    <Dialog
      opened={opened}
      onClose={() => loading.current || onClose()}
      title="Load Plan File"
      size={560}
      fullScreen={phone}
      centered
      classNames={{ content: formCss.content, header: formCss.header, body: formCss.body }}
    >
      <LoadForm onClose={onClose} loading={loading} />
    </Dialog>
  )
}

function LoadForm({ onClose, loading }: { onClose(): void; loading: RefObject<boolean> }) {
  const { year, source, insurer, file, run, why, busy, runId, choose, setYear, setSource, setInsurer, load, stop } =
    usePlanFile()
  const lacksInsurer = source === ofInsurer && !isInsurerSource(insurer)
  const size = usePhone() ? 'xl' : 'md'
  const rows = run?.planFiles.reduce((sum, one) => sum + one.rows, 0) ?? 0
  const isReady = run?.state === 'checked'
  useLayoutEffect(() => {
    loading.current = busy === 'Loading'
  })
  return (
    <div className={formCss.form}>
      <div className={formCss.fields}>
        <p className={css.sentence}>
          Rates, Plan Attributes, Service Areas and Rating Areas are needed; Benefits, Networks and Crosswalk add
          details. The kind of a file is recognized by its headings. A file replaces the one of its kind. An insurer
          publishes its doctors (providers.json) and drugs (drugs.json) itself, also packed as .gz.
        </p>
        <div className={css.scope}>
          <ShortSelect label="Plan year" choices={years} value={year} onChange={setYear} disabled={busy !== null} />
          <ShortSelect label="Source" choices={sources} value={source} onChange={setSource} disabled={busy !== null} />
          {source === ofInsurer ? (
            <TextInput
              label="HIOS issuer ID"
              inputMode="numeric"
              maxLength={5}
              value={insurer}
              onChange={(event) => setInsurer(event.currentTarget.value)}
              disabled={busy !== null}
              size={size}
            />
          ) : null}
        </div>
        <FileDrop
          file={file}
          onFile={(chosen) => void choose(chosen)}
          disabled={busy !== null || lacksInsurer}
          endings={endings}
        />
        {busy ? <Progress runId={runId} what={busy} /> : null}
        {why === null ? null : <NoticeLine tone="red">{why}</NoticeLine>}
        {run && busy === null ? <Outcome run={run} /> : null}
      </div>
      <div className={formCss.footer}>
        <span className={css.waits}>{waitsFor(file, lacksInsurer)}</span>
        <Button size={size} variant="subtle" onClick={busy === 'Loading' ? () => void stop() : onClose}>
          {busy === 'Loading' ? 'Stop' : 'Close'}
        </Button>
        <Button
          size={size}
          variant="filled"
          disabled={!isReady}
          loading={busy === 'Loading'}
          onClick={() => void load()}
        >
          {isReady ? `Load ${rowsInWords(rows)}` : 'Load'}
        </Button>
      </div>
    </div>
  )
}

function waitsFor(file: File | null, lacksInsurer: boolean): string | null {
  if (lacksInsurer) return 'Enter the five digits of the insurer. Its plan IDs begin with them.'
  return file === null ? 'Choose a file. It is checked before it is loaded.' : null
}

type Busy = 'Checking' | 'Loading' | null

function usePlanFile() {
  const [year, setOfYear] = useState(String(thisYear + 1))
  const [source, setOfSource] = useState<string>(federalSource)
  const [insurer, setOfInsurer] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [run, setRun] = useState<PlanDataRun | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [busy, setBusy] = useState<Busy>(null)
  const [runId, setRunId] = useState('')
  /** Ignores the result of an outdated check. */
  const checks = useRef(0)

  const scopeOf = (chosen: { year: string; source: string }, ofThe = insurer) => ({
    year: chosen.year,
    source: chosen.source === ofInsurer ? ofThe : chosen.source,
  })
  const send = (chosen: File, scope: { year: string; source: string }, dryRun: boolean) => {
    const id = newId()
    setRunId(id)
    setBusy(dryRun ? 'Checking' : 'Loading')
    setWhy(null)
    return sendFile(planData.upload, { ...scope, fileName: chosen.name, dryRun, runId: id }, chosen, { asForm: true })
  }
  const check = async (chosen: File, scope: { year: string; source: string }) => {
    const own = ++checks.current
    setRun(null)
    try {
      const checked = await send(chosen, scope, true)
      if (own !== checks.current) return
      setRun(checked)
      setWhy(checked.state === 'checked' ? null : checked.message)
    } catch (error) {
      if (own === checks.current) setWhy(failureMessage(error))
    }
    if (own === checks.current) setBusy(null)
  }
  const choose = async (chosen: File) => {
    setFile(chosen)
    await check(chosen, scopeOf({ year, source }))
  }
  const load = async () => {
    if (!file) return
    try {
      const { rowsRead } = await send(file, scopeOf({ year, source }), false)
      toasts.success(`${rowsInWords(rowsRead)} of ${file.name} loaded`)
      setFile(null)
      setRun(null)
    } catch (error) {
      setRun(null)
      setWhy(failureMessage(error))
    }
    setBusy(null)
    await invalidate(planData.list, planData.sets, plans.list, plans.one, plans.quote, plans.quoteOne)
  }
  const recheck = (scope: { year: string; source: string }) => {
    setRun(null)
    setWhy(null)
    const isWhole = !/^\d*$/.test(scope.source) || isInsurerSource(scope.source)
    if (file && isWhole) void check(file, scope)
  }
  const setScope = (scope: { year: string; source: string }) => {
    setOfYear(scope.year)
    setOfSource(scope.source)
    recheck(scopeOf(scope))
  }
  return {
    year,
    source,
    file,
    run,
    why,
    busy,
    runId,
    choose,
    load,
    insurer,
    setInsurer: (typed: string) => {
      setOfInsurer(typed)
      const scope = scopeOf({ year, source }, typed)
      if (isInsurerSource(scope.source)) recheck(scope)
      else setRun(null)
    },
    setYear: (chosen: string) => setScope({ year: chosen, source }),
    setSource: (chosen: string) => setScope({ year, source: chosen }),
    stop: () => call(planData.stop, { runId }).catch((error: unknown) => toasts.failure("Couldn't stop.", error)),
  }
}

function Progress({ runId, what }: { runId: string; what: string }) {
  const { data } = useQuery({
    ...apiQuery(planData.run, { runId }),
    enabled: runId !== '',
    retry: false,
    staleTime: 0,
    refetchInterval: pollMilliseconds,
  })
  return (
    <p className={css.sentence} role="status">
      {what} … {data && data.rowsRead > 0 ? `${rowsInWords(data.rowsRead)} read` : ''}
    </p>
  )
}

function Outcome({ run: { planFiles, problems } }: { run: PlanDataRun }) {
  return (
    <>
      {planFiles.map(({ kind, name, rows, skipped, replacesRows }) => (
        <p key={name} className={css.sentence} role="status">
          <strong>{planFileNames[kind]}</strong>: {rowsInWords(rows)}
          {skipped > 0 ? `, of which ${showCount(skipped)} are skipped` : ''}
          {replacesRows === null ? '.' : `. Replaces ${rowsInWords(replacesRows)}.`}
        </p>
      ))}
      <PlanProblems problems={problems} />
    </>
  )
}
