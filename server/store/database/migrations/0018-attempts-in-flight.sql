-- Attempts in flight count towards the limits on declined cards: open_purchase counts those of a customer and of a network.
create index purchase_attempts_sending on purchase_attempts (customer_id) where state = 'sending';
create index purchase_attempts_by_network on purchase_attempts (client_network) where client_network is not null;
