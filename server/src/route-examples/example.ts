import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { Person, TestApp } from '../testing/test-app.ts'

/** Somebody in the matrix: a person with an agent, a contact, a password and a mailbox. */
export interface Actor extends Person {
  userId: number
  contactId: number
  userName: string
}

/** For whom an example is made: `me` makes the call, with a session of its own. */
export interface Scene {
  agency: TestApp
  me: Actor
  other: Actor
}

export type Made<R extends Route> = (scene: Scene) => InputOf<R> | Promise<InputOf<R>>

/**
 * What somebody who may make the call is answered, by whose object it names. `others` is for what belongs to another
 * person, and `seesAll` for those who see everybody's records anyway; where it is not said, objects belong to nobody or
 * the call is there for others' objects.
 */
export interface Answers {
  own: number
  others?: number
  seesAll?: number
  /** Who sees everybody's records, beside administrators: a claim expression. */
  allWith?: string
  /** The claim that changing others' records needs beside seeing them; without it the answer is 403. */
  changesWith?: string
  missing?: number
}

/** Inputs of a route that would be answered, by whose object they name; made anew for each call, as calls use things up. */
export interface Example<R extends Route = Route> {
  answers: Answers
  own: Made<R>
  others?: Made<R>
  missing?: Made<R>
  /** Where not every call shows somebody's data: one that does, for somebody who may do everything. */
  shows?: Made<R>
  file?: () => Promise<{ bytes: Buffer; type: string; name: string }>
  /** Headers of a call that another party's machine signs. */
  signs?: (agency: TestApp, sent: { path: string; body: string }) => Record<string, string>
  /** What the audit record holds afterwards, for routes that write it themselves. */
  leaves?: { action: string; entity: string }
}

/** An example of each route of a contract: one that is missing does not compile. */
export type ExamplesOf<Contract extends Record<string, Route>> = { [Name in keyof Contract]: Example<Contract[Name]> }

export const done: Answers = { own: 200 }
/** Any object of the installation: nobody's in particular. */
export const common: Answers = { own: 200, missing: 404 }
/** A user, looked after by the security administrator: oneself and others alike. */
export const anyUser: Answers = { own: 200, others: 200, missing: 404 }
/** The same answer whether there is such a thing or not. */
export const alike: Answers = { own: 200, missing: 200 }
/** A record of one agent, seen by those who see that agent's. */
export const ofOneAgent: Answers = { own: 200, others: 404, seesAll: 200, missing: 404 }
/** The same, seen by agents who look after offline applications too. */
export const ofOneAgentOrOffline: Answers = { ...ofOneAgent, allWith: 'agent admin.OfflineApp' }

/** A call that takes no input and is answered to whoever may make it. */
export const nothing = { answers: done, own: () => ({}) }

/** What several features leave in the audit record. */
export const login = { action: 'login', entity: 'user' }
export const logout = { action: 'logout', entity: 'session' }
export const userUpdate = { action: 'update', entity: 'user' }
