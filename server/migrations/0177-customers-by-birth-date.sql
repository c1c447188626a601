-- The list of customers is filtered by dates of birth. Counts also read the agent, for users who see some agents' customers.
create index customers_born on customers (dob, contact_id) include (agent_id) where not merged;
