-- Customers and contacts of one agent that were created in a period, and the newest of one agent's. Without these, a period of
-- all agents is read from the table: 4,841 pages for 14,431 of a million contacts, now 711 (docs/list-performance.md).
create index customers_agent_created on customers (agent_id, created_at, contact_id) where not merged;
create index contacts_agent_created on contacts (agent_id, created_at, id) where merged_into is null;
