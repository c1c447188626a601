import { useEffect, useRef } from 'react'

/** Command of the screen that is open, for the palette. */
export interface ScreenCommand {
  label: string
  detail?: string | undefined
  /** Reason why it is unavailable, shown instead of running it. */
  refused?: string | undefined
  run(): void
}

type CommandSource = () => readonly ScreenCommand[]

const sources = new Set<CommandSource>()
let awaited: string | null = null

/** Commands of the open screen as of now. */
export function screenCommands(): ScreenCommand[] {
  return [...sources].flatMap((source) => source())
}

/** Offers a screen's commands in the palette while it is mounted, and runs the one that `runOnArrival` asked for. */
export function useScreenCommands(source: CommandSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => addScreenCommands(() => latest.current()), [])
}

function addScreenCommands(source: CommandSource): () => void {
  sources.add(source)
  const wanted = source().find(({ label, refused }) => label === awaited && !refused)
  awaited = null
  wanted?.run()
  return () => sources.delete(source)
}

/** Runs the command with that label as soon as the next screen has it. */
export function runOnArrival(label: string | null): void {
  awaited = label
}
