import { useEffect, useRef } from 'react'
import type { ListScreenProps } from './list-screen-props.ts'

/** Command of the screen that is open, for the palette. */
export interface ScreenCommand {
  label: string
  detail?: string | undefined
  /** Reason why it is unavailable, shown instead of running it. */
  refused?: string | undefined
  run(): void
}

/** Commands of a list; part of the palette, so that lists do not load it (command-palette/list-commands.ts). */
export type CommandsOfList = <Row extends object, Sort extends string>(
  props: ListScreenProps<Row, Sort>,
) => readonly ScreenCommand[]
type CommandSource = (ofList: CommandsOfList) => readonly ScreenCommand[]

const sources = new Set<CommandSource>()
let arrival: ((source: CommandSource) => void) | null = null

/** Commands of the open screen as of now. */
export function screenCommands(ofList: CommandsOfList): ScreenCommand[] {
  return [...sources].flatMap((source) => source(ofList))
}

/** Offers a screen's commands in the palette while it is mounted. */
export function useScreenCommands(source: CommandSource): void {
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  useEffect(() => {
    const current: CommandSource = (ofList) => latest.current(ofList)
    sources.add(current)
    arrival?.(current)
    arrival = null
    return () => {
      sources.delete(current)
    }
  }, [])
}

/** Runs the command with that label if the next screen has it. */
export function runOnArrival(label: string | null, ofList: CommandsOfList): void {
  arrival = (source) =>
    source(ofList)
      .find((command) => command.label === label && !command.refused)
      ?.run()
}
