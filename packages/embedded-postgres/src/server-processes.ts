import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** Running PostgreSQL process. `born` distinguishes it from a later process with the same pid. */
export type ServerProcess = { pid: number; parent: number; born: string }

/**
 * The PostgreSQL processes that work in this data folder, by what the operating system says about them (the program
 * and its working directory), never by a number in a file: that number may belong to a stranger by now. One that is just
 * starting isn't in the folder yet, but has it in its `-D` option.
 */
export function serversOn(folder: string): ServerProcess[] {
  return process.platform === 'linux' ? fromProc(folder) : fromPs(folder)
}

/** Signals a process if it is still the same one; returns whether it was. */
export function signal(folder: string, found: ServerProcess, name: NodeJS.Signals): boolean {
  const same = serversOn(folder).some((server) => server.pid === found.pid && server.born === found.born)
  if (!same) return false
  try {
    return process.kill(found.pid, name)
  } catch {
    return false
  }
}

function fromProc(folder: string): ServerProcess[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.flatMap((pid) => {
    try {
      const program = basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '')
      if (program !== 'postgres') return []
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder && !isStartedOn(pid, folder)) return []
      return [readStat(Number(pid))]
    } catch {
      return []
    }
  })
}

function isStartedOn(pid: string, folder: string): boolean {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  const option = words.indexOf('-D')
  return option > 0 && words[option + 1] === folder
}

/** Fields after the command's closing bracket: state is 3rd, parent 4th, start time 22nd (proc_pid_stat(5)). */
function readStat(pid: number): ServerProcess {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid, parent: Number(fields[1]), born: fields[19] ?? '' }
}

/** Without /proc only the first process of a cluster names its folder; the others are known by their parent. */
function fromPs(folder: string): ServerProcess[] {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid=,lstart=,command='], { encoding: 'utf8' })
  const all = (stdout ?? '').split('\n').flatMap((line) => {
    const [, pid, parent, born, command] = /^\s*(\d+)\s+(\d+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/.exec(line) ?? []
    return pid && born && command ? [{ pid: Number(pid), parent: Number(parent), born, command }] : []
  })
  const first = all.filter(({ command }) => command.includes('postgres') && command.includes(`-D ${folder}`))
  return all.filter(({ pid, parent }) => first.some((head) => head.pid === pid || head.pid === parent))
}
