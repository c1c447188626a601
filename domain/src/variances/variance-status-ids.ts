/** Statuses of variances (lookup list status.variance). */
export const varianceStatusIds = { 'In Review': 2, Disputed: 3, Denied: 4, 'Written Off': 5 } as const
