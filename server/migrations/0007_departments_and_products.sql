INSERT INTO departments (name, role) VALUES
  ('Administration', 'ADMIN'), ('Sales', 'SALESC'), ('Deployment', 'ADEPLOY'), ('Axima Support', 'AXSUP'), ('Renewals', 'RMEMBER');--> statement-breakpoint
INSERT INTO axima_products (name) VALUES
  ('Axima Mail Essential'), ('Axima Mail Business'), ('Axima Mail Enterprise'), ('Axima Archive');
