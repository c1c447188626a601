import { setTimeout as wait } from 'node:timers/promises'
import { loadPolicies, loadStatement } from './file-actions.ts'
import {
  addCustomer,
  addLead,
  addNote,
  decideTimeOff,
  editCustomer,
  editLead,
  requestTimeOff,
} from './record-actions.ts'
import { runPay } from './run-pay.ts'
import type { SimulatedUser } from './simulated-user.ts'

/** What users do, and how often. */
const actions: readonly (readonly [weight: number, act: (user: SimulatedUser) => Promise<void>])[] = [
  [14, addLead],
  [18, editLead],
  [8, addNote],
  [8, addCustomer],
  [10, editCustomer],
  [10, requestTimeOff],
  [12, decideTimeOff],
  [3, loadPolicies],
  [3, loadStatement],
  [3, runPay],
  [3, (user) => user.signOut()],
]
const allWeights = actions.reduce((sum, [weight]) => sum + weight, 0)

/** Acts with pauses of `pauseMs` on average until the run is over, and signs in again whenever needed. */
export async function liveThroughRun(user: SimulatedUser, pauseMs: number): Promise<void> {
  while (!user.agency.isOver()) {
    await wait(user.random(2 * pauseMs))
    if (user.agency.isOver()) return
    if (!user.isSignedIn() && !(await user.signIn())) await wait(300)
    else await drawAction(user)(user)
  }
}

function drawAction(user: SimulatedUser): (user: SimulatedUser) => Promise<void> {
  let left = user.random(allWeights)
  for (const [weight, act] of actions) {
    left -= weight
    if (left < 0) return act
  }
  return addLead
}
