import {
  type ImportKind,
  type ImportRun,
  type ImportStage,
  importStages,
} from '@coverdesk/domain/uploads/upload-contract.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed, IconCircleX, IconLoader2 } from '@tabler/icons-react'
import { rowsInWords, showCount } from '../../ui/basics/cell-value.tsx'
import { showSeconds } from '../../ui/progress/show-seconds.ts'
import { goodRows, type StepState, stepNameOf, stepState } from './load-progress.ts'
import css from './load-running.module.css'

const icons = { done: IconCircleCheck, running: IconLoader2, waiting: IconCircleDashed, stopped: IconCircleX }
const words: Record<StepState, string> = {
  done: 'done',
  running: 'in progress',
  waiting: 'waiting',
  stopped: 'failed here',
}

/** Steps of an upload, each with result and duration. */
export function LoadSteps({ kind, run, ended }: { kind: ImportKind; run: ImportRun | undefined; ended: boolean }) {
  return (
    <ol className={css.steps}>
      {importStages.map((stage) => {
        const state = stepState(stage, run, ended)
        const Icon = icons[state]
        const seconds = run?.stageSeconds[stage]
        return (
          <li key={stage} data-state={state}>
            <Icon size={18} stroke={1.75} aria-hidden className={css.stepIcon} />
            <span className={css.stepName}>
              {stepNameOf(kind, stage)}
              <VisuallyHidden>, {words[state]}</VisuallyHidden>
            </span>
            <span className={css.stepFound}>{run ? found(stage, run) : ''}</span>
            <span className={`figures ${css.stepTime}`}>
              {seconds === undefined || state === 'waiting' ? '' : showSeconds(seconds)}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function found(stage: ImportStage, run: ImportRun): string {
  const { counts } = run
  switch (stage) {
    case 'receiving':
      return run.rowsRead > 0 ? rowsInWords(run.rowsRead) : ''
    case 'checking':
      return counts ? `${showCount(counts.rows - counts.refused)} good, ${showCount(counts.refused)} refused` : ''
    case 'comparing':
      return counts
        ? `${showCount(counts.new)} new, ${showCount(counts.changed)} changed, ${showCount(counts.unchanged)} unchanged`
        : ''
    case 'writing':
      return counts ? `${showCount(run.rowsWritten)} of ${showCount(goodRows(run))}` : ''
    case 'recording':
      if (run.kind === 'commissions') return run.commissions ? monthsOf(run.commissions.monthCount) : ''
      return counts && run.kind === 'policies' ? showCount(changedAgents(run)) : ''
    case 'finishing':
      return 'history, counts, search'
  }
}

function monthsOf(count: number): string {
  return `${showCount(count)} ${count === 1 ? 'month' : 'months'}`
}

/** Number of policies with a new agent of record. */
export function changedAgents(run: ImportRun): number {
  return run.agentChanges.reduce((sum, change) => sum + change.policies, 0)
}
