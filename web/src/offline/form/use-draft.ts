import { offline } from '@coverdesk/domain/offline/offline-contract.ts'
import { draftOf, newOffline, type OfflineTyped } from '@coverdesk/domain/offline/offline-fields.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '../../platform/api/call.ts'
import { currentToken } from '../../platform/session/session.ts'

/** Autosave delay after the last keystroke, in milliseconds. */
const saveDelay = 1_000
/** Tells the other tabs that the server deleted the draft, because this one submitted its form. */
const deletions = new BroadcastChannel('offline-draft-deleted')

const textOf = (typed: OfflineTyped) => JSON.stringify(draftOf(typed))
const untouched = textOf(newOffline())

/**
 * Autosaves the form as the user's draft while `enabled`: a second after the last keystroke, when the page is hidden,
 * and on leaving. Card and Social Security numbers are excluded.
 */
export function useDraft(form: UseFormReturn<OfflineTyped>, enabled: boolean) {
  const [savedAt, setSavedAt] = useState<string | 'failed' | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const savedDraft = useRef(untouched)
  const sending = useRef<Promise<void>>(Promise.resolve())
  const on = useRef(enabled)

  const keepNow = useCallback(() => {
    clearTimeout(timer.current)
    const typed = form.getValues()
    const text = textOf(typed)
    if (!on.current || text === savedDraft.current || currentToken() === null) return
    savedDraft.current = text
    sending.current = sending.current
      .then(() => call(offline.keepDraft, { values: draftOf(typed) }))
      .then(({ savedAt }) => setSavedAt(savedAt))
      .catch(() => {
        savedDraft.current = ''
        setSavedAt('failed')
      })
  }, [form])

  useEffect(() => {
    on.current = enabled
    if (!enabled) return
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current)
        timer.current = setTimeout(keepNow, saveDelay)
      },
    })
    // Text that was typed before saving was enabled.
    timer.current = setTimeout(keepNow, saveDelay)
    const hide = () => document.visibilityState === 'hidden' && keepNow()
    document.addEventListener('visibilitychange', hide)
    const saveAgain = () => {
      savedDraft.current = untouched
      keepNow()
    }
    deletions.addEventListener('message', saveAgain)
    return () => {
      stop()
      deletions.removeEventListener('message', saveAgain)
      document.removeEventListener('visibilitychange', hide)
      keepNow()
    }
  }, [form, enabled, keepNow])

  return useMemo(
    () => ({
      savedAt,
      /** Waits for a save in progress, so that it can't recreate the draft after a submit. */
      settle: async () => {
        clearTimeout(timer.current)
        await sending.current
      },
      /** Resets the state for an empty form. */
      forget: () => {
        clearTimeout(timer.current)
        savedDraft.current = untouched
        setSavedAt(null)
      },
      /** Call after a submit, with which the server deleted the user's draft. */
      submitted: () => deletions.postMessage(null),
      /** Deletes the draft on the server. */
      discard: async () => {
        clearTimeout(timer.current)
        savedDraft.current = untouched
        setSavedAt(null)
        const dropped = sending.current.then(() => call(offline.dropDraft, {}))
        // The next save waits for it.
        sending.current = dropped.then(
          () => undefined,
          () => undefined,
        )
        await dropped
      },
    }),
    [savedAt],
  )
}
