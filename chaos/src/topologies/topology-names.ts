/** How an installation is built: the embedded database, two nodes on one PostgreSQL, or with a standby that is promoted. */
export const topologyNames = ['embedded', 'two-nodes', 'standby'] as const
export type TopologyName = (typeof topologyNames)[number]
