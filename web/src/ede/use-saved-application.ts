import { type EdeAnswers, type EdeStep, wantedYear } from '@coverdesk/domain/ede/ede-answers.ts'
import { type EdeApplication, ede } from '@coverdesk/domain/ede/ede-contract.ts'
import { type BothChanged, mergeAnswers } from '@coverdesk/domain/ede/merge-answers.ts'
import { Failure } from '@coverdesk/domain/failure.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../platform/api/call.ts'
import { useSend } from '../platform/api/query.ts'
import { failureMessage } from '../platform/failures/failure-message.ts'

/** State of saving as the header shows it. */
export type SaveState =
  | { kind: 'saved'; at: string }
  | { kind: 'saving' }
  | { kind: 'failed'; why: string }
  | { kind: 'conflict' }

export interface SavedApplication {
  application: EdeApplication
  saveState: SaveState
  /** Saves a part of the answers now; rejects with the failure of the server. */
  save(step: EdeStep, part: Partial<EdeAnswers>, finish?: boolean): Promise<EdeApplication>
  /** Saves a part once typing pauses. */
  saveSoon(step: EdeStep, part: Partial<EdeAnswers>): void
  /** Saves what is typed and not saved yet; false when it cannot be saved. */
  saveNow(): Promise<boolean>
  /** Takes a newer application of the server. */
  take(application: EdeApplication): void
  /** After a conflict: loads the newest, applies what was typed here to it, and saves that. */
  merge(): Promise<void>
  /** Number of merges; the forms start again with each. */
  round: number
  /** Answers that this and another window changed, whose values there were not kept; until they are read. */
  bothChanged: readonly BothChanged[]
  /** They are read. */
  dismissBothChanged(): void
}

const pauseMs = 700
const retryMs = 5000

/** Whether the same save may succeed later: no answer, a busy server, or one that failed. */
export const isTemporary = (error: unknown) =>
  !(error instanceof Failure) || error.status >= 500 || error.status === 429

/**
 * The application on the screen, saved in order: each request has the version of the answer before it. `tellLater` says what
 * both windows changed when the screen is left before they are merged.
 */
export function useSavedApplication(
  initial: EdeApplication,
  tellLater: (both: readonly BothChanged[], application: EdeApplication) => void,
): SavedApplication {
  const [application, setApplication] = useState(initial)
  const [saveState, setSaveState] = useState<SaveState>({ kind: 'saved', at: initial.updatedAt })
  const [round, setRound] = useState(0)
  const [bothChanged, setBothChanged] = useState<readonly BothChanged[]>([])
  const tell = useRef(tellLater)
  tell.current = tellLater
  const latest = useRef(initial)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef<{ step: EdeStep; part: Partial<EdeAnswers>; timer: ReturnType<typeof setTimeout> } | null>(
    null,
  )
  /** What could not be saved because another window had saved before. */
  const unsaved = useRef<{ step: EdeStep; part: Partial<EdeAnswers> } | null>(null)
  /** What could not be saved for another reason; the next save sends it again. */
  const failed = useRef<{ step: EdeStep; part: Partial<EdeAnswers> } | null>(null)
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = useRef(true)
  const saveAgain = useRef<() => void>(() => undefined)
  const { mutateAsync } = useSend(ede.save, { refreshes: [ede.list] })
  const take = useCallback((newer: EdeApplication) => {
    latest.current = newer
    setApplication(newer)
    setSaveState({ kind: 'saved', at: newer.updatedAt })
  }, [])
  const save = useCallback<SavedApplication['save']>(
    (step, part, finish = false) => {
      const waited = waiting.current
      if (waited) clearTimeout(waited.timer)
      waiting.current = null
      const send = async () => {
        const typed = { ...unsaved.current?.part, ...failed.current?.part, ...waited?.part, ...part }
        clearTimeout(retry.current)
        setSaveState({ kind: 'saving' })
        const { id, version, answers } = latest.current
        try {
          const saved = await mutateAsync({
            id,
            version,
            step,
            finish,
            answers: { ...answers, ...typed },
          })
          unsaved.current = null
          failed.current = null
          take(saved)
          return saved
        } catch (error) {
          const isConflict = error instanceof Failure && error.code === 'record.changed'
          const isInvalid = error instanceof Failure && error.code === 'request.invalid'
          if (isConflict) {
            unsaved.current = { step, part: typed }
            failed.current = null
          } else if (finish || !isInvalid) {
            // The next form and the retry need what was typed. Incomplete answers are saved without finishing the step.
            failed.current = { step, part: typed }
            setApplication({ ...latest.current, answers: { ...answers, ...typed } })
            if (isOpen.current && (isInvalid || isTemporary(error)))
              retry.current = setTimeout(() => saveAgain.current(), retryMs)
          }
          if (isInvalid) setSaveState({ kind: 'saved', at: latest.current.updatedAt })
          else setSaveState(isConflict ? { kind: 'conflict' } : { kind: 'failed', why: failureMessage(error) })
          throw error
        }
      }
      const next = queue.current.then(send)
      queue.current = next.catch(() => null)
      return next
    },
    [mutateAsync, take],
  )
  // A draft of a year that has ended: any save moves it to the year that is offered.
  const { planYear, offeredYear, state, isVoid, isChange, answers, today } = application
  const isEnded = state === 'draft' && !isVoid && !isChange && planYear < wantedYear(answers, offeredYear, today)
  useEffect(() => {
    if (!isEnded) return
    const move = async () => {
      const { id, version, step, answers } = latest.current
      take(await mutateAsync({ id, version, step, answers }))
    }
    // Those who may only look see the year for which it was begun.
    queue.current = queue.current.then(move).catch(() => null)
  }, [isEnded, mutateAsync, take])
  saveAgain.current = () => {
    if (failed.current) void save(failed.current.step, {}).catch(() => null)
  }
  const saveNow = useCallback(async () => {
    const left = waiting.current ?? failed.current
    if (left) await save(left.step, {})
    else await queue.current
    return failed.current === null && unsaved.current === null
  }, [save])
  const merge = useCallback(async () => {
    const before = latest.current
    const newer = await call(ede.one, { id: before.id })
    const waited = waiting.current
    const left = unsaved.current ?? waited
    // Typed while the newest was on its way.
    if (waited) clearTimeout(waited.timer)
    waiting.current = null
    unsaved.current = null
    setRound((round) => round + 1)
    if (!left) return take(newer)
    const typed = { ...before.answers, ...left.part, ...waited?.part }
    const { answers, both } = mergeAnswers(before, typed, newer)
    // What the server has stays the base: a third change is merged with it, not with what is not saved yet.
    latest.current = newer
    setApplication({ ...newer, answers })
    const isAbout = (path: string) => both.some((one) => one.path.join() === path)
    setBothChanged((unread) => [...unread.filter(({ path }) => !isAbout(path.join())), ...both])
    if (!isOpen.current && both.length > 0) tell.current(both, { ...newer, answers })
    // The number of a person is not part of what the server answers, so it is in the typed part only.
    await save(left.step, answers)
  }, [save, take])
  const dismissBothChanged = useCallback(() => setBothChanged([]), [])
  const saveSoon = useCallback<SavedApplication['saveSoon']>(
    (step, part) => {
      const waited = waiting.current
      if (waited) clearTimeout(waited.timer)
      const merged = { ...waited?.part, ...part }
      if (unsaved.current) {
        unsaved.current = { step, part: { ...unsaved.current.part, ...merged } }
        return
      }
      // From the first key on: 'Saved' would not be true of what is typed.
      setSaveState((state) => (state.kind === 'saving' ? state : { kind: 'saving' }))
      const timer = setTimeout(() => void save(step, merged).catch(() => null), pauseMs)
      waiting.current = { step, part: merged, timer }
    },
    [save],
  )
  const isUnsaved = saveState.kind === 'failed' || saveState.kind === 'conflict'
  useEffect(() => {
    if (!isUnsaved) return
    // A reload would lose what only this window has.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  useEffect(() => {
    isOpen.current = true
    const flush = () => {
      const left = waiting.current ?? failed.current
      if (left) void save(left.step, {}).catch(() => null)
    }
    const onHidden = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      isOpen.current = false
      clearTimeout(retry.current)
      document.removeEventListener('visibilitychange', onHidden)
      if (unsaved.current) void merge().catch(() => null)
      else flush()
    }
  }, [save, merge])
  return {
    application,
    saveState,
    save,
    saveSoon,
    saveNow,
    take,
    merge,
    round,
    bothChanged,
    dismissBothChanged,
  }
}
