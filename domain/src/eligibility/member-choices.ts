/** Immigration status, as far as it decides about Medicaid and the credit. */
export const immigrationStatuses = ['citizen', 'permanent', 'recent-permanent', 'lawful', 'none'] as const
export type ImmigrationStatus = (typeof immigrationStatuses)[number]

/** Coverage that a person has or is offered. `job` is their own employer's offer, `family-job` a family member's. */
export const otherCoverages = ['none', 'job', 'family-job', 'medicare', 'other'] as const
export type OtherCoverage = (typeof otherCoverages)[number]

/** Whether an employer's offer meets the minimum value (26 CFR 1.36B-6); '' where the person doesn't know it. */
export const minimumValues = ['', 'yes', 'no'] as const
