import type { InputOf, Route } from '@coverdesk/domain/platform/route.ts'
import type { Person, TestApp } from '../testing/test-app.ts'

/** An actor of the matrix: a user with an agent, a contact, a password and a mailbox. */
export interface Actor extends Person {
  userId: number
  contactId: number
  userName: string
}

/** Actors of an example: `me` makes the request, with its own session. */
export interface Scene {
  agency: TestApp
  me: Actor
  other: Actor
}

export type Made<R extends Route> = (scene: Scene) => InputOf<R> | Promise<InputOf<R>>

/**
 * Expected statuses for permitted users, by owner of the named object. `others` is for objects of another user, and
 * `seesAll` for users who see all records; absent if objects have no owner or the route is meant for others' objects.
 */
export interface Answers {
  own: number
  others?: number
  seesAll?: number
  /** Users who see all records, besides administrators: a claim expression. */
  allWith?: string
  /** Claim required to change others' records; without it the response is 403. */
  changesWith?: string
  missing?: number
}

/** Valid inputs of a route by owner of the named object; created for each request, because requests consume records. */
export interface Example<R extends Route = Route> {
  answers: Answers
  own: Made<R>
  others?: Made<R>
  missing?: Made<R>
  /** For routes that do not always show personal data: an input that does, for a user with every right. */
  shows?: Made<R>
  file?: () => Promise<{ bytes: Buffer; type: string; name: string }>
  /** Headers of a request signed by another system. */
  signs?: (agency: TestApp, sent: { path: string; body: string }) => Record<string, string>
  /** Expected audit event, for routes that write their own. */
  leaves?: { action: string; entity: string }
}

/** An example for each route of a contract; a missing one does not compile. */
export type ExamplesOf<Contract extends Record<string, Route>> = { [Name in keyof Contract]: Example<Contract[Name]> }

export const done: Answers = { own: 200 }
/** An object of the installation without an owner. */
export const common: Answers = { own: 200, missing: 404 }
/** A user, managed by the security administrator: oneself and others alike. */
export const anyUser: Answers = { own: 200, others: 200, missing: 404 }
/** The same status whether the object exists or not. */
export const alike: Answers = { own: 200, missing: 200 }
/** A record of one agent, visible to users who see that agent's records. */
export const ofOneAgent: Answers = { own: 200, others: 404, seesAll: 200, missing: 404 }
/** The same, also visible to agents who manage offline applications. */
export const ofOneAgentOrOffline: Answers = { ...ofOneAgent, allWith: 'agent admin.OfflineApp' }

/** A route without input, open to every permitted user. */
export const nothing = { answers: done, own: () => ({}) }

/** Audit events of several features. */
export const login = { action: 'login', entity: 'user' }
export const logout = { action: 'logout', entity: 'session' }
export const userUpdate = { action: 'update', entity: 'user' }
