-- pg_dump of the schema booking_proxy, as the first version of its tables has them. Never changed.
CREATE SCHEMA booking_proxy;

CREATE SEQUENCE booking_proxy.versions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

CREATE TABLE booking_proxy.entries (
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL,
    version bigint DEFAULT nextval('booking_proxy.versions'::regclass) NOT NULL,
    writer uuid NOT NULL
);

CREATE TABLE booking_proxy.schema (
    version integer NOT NULL
);

INSERT INTO booking_proxy.entries VALUES ('token/sandbox-reseller', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..SFLBktnrYYpmYqrU.vPg4f70gJHSxt6Diit26yv7ZPceTd7st0zYc7XsS8Tp6fzMuN5npWJZeuOq4KEjZvnSKjMO5sj0Hm3Hwju8tBUjphnNe4SZy95TXjyZYBmwU3EQdMyf6DQ8PMrYGi4e3ArQrp0DQr4b2v_nsHmLgtvQqRv98bZV_9aws1Dkn8USOXlKkYZtWCqfs-zPkze0g-NsP8zcArODjcV80SOn08AOFWtqcWueBvHBRT3nLiXSFUZrJkaeMQ2dzcNt_VYLleckD6FoTrqa5iyh0tzw7gr7q-M7W7SVw0nP3NQqw2T-AnCoW6L9V-1MdIXSw73gwS1b_So3GRWhjID-RCMm9ILtHQnfK-LINsBT1fthKAXaUN-SqAm9WISvV5Wa1q0FPTiTM6tqLPUutUdfY7ICoO4pN-GAYRPQcBexEYVsVyH3bK9GP5TKkN2_LNzEksq4w0RX0-60TZr73FilZCeGm.cEUHWDM2qRZyPO4fUcbBEA', 2, '849a5bbf-2c45-43ed-b7ac-f1d322ef0e2d');
INSERT INTO booking_proxy.entries VALUES ('quota/sandbox-reseller/2026-11', '{"v":1,"events":2,"dates":3,"quotes":4,"orders":3,"token":1}', 27, '2844a84b-46b3-474a-9b83-128362e7a4e9');
INSERT INTO booking_proxy.entries VALUES ('reference/FB9EC95849B00E1800487B841E', '{"v":0,"site":"default","id":"0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"}', 7, '22f3851d-5fef-40f9-9c05-f5caebbf0135');
INSERT INTO booking_proxy.entries VALUES ('view/default/a61b5240671040fcc140fa3a234da0ced9c409478cca846b3b0006849a5a0b86', '{"v":0,"site":"default","id":"0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"}', 8, '79365a3a-49a3-44bf-af16-60d1ffd6f884');
INSERT INTO booking_proxy.entries VALUES ('intent/default/412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34', '{"v":4,"state":"placed","opened_at":1795251600000,"attempt":1,"sent_at":1795251600000,"fingerprint":"ee6682c21cfc34e6df4cfbb5bc3d6e9c863368db3eccb23f2e59570d169c1fd2","external_reference":"027FD5FF8146C7B37432F742BC","view_id":"bd79e61d60d1c7d24173530ee2e7418feaf7b5a962b005165bd816091af652b9","expected":{"status":"PENDING","total":17000,"currency":"EUR"},"order":{"id":"0ebpe3500pt678","code":"AM24JK","status":"PENDING","total":17000,"currency":"EUR"},"problem":null,"sent":{"wall":1795251600000,"process":"eabb9fa9-f15e-462a-9451-f02b3564286a","monotonic":0,"platform":1795251601000},"send_time":30000,"ended_at":1795251600000}', 28, 'dc6e0d40-f126-4ace-8cfe-e0da2650d2b3');
INSERT INTO booking_proxy.entries VALUES ('order/0ebpe3500pt678', '{"v":0,"site":"default","id":"412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34"}', 29, 'ee20b1c8-cdab-4616-b60c-53f0152a55f8');
INSERT INTO booking_proxy.entries VALUES ('status/default/412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34', '{"v":0,"read_at":1795251600000,"claimed_at":0,"details":{"status":"PENDING","currency":"EUR","cancellation_date":null,"expire_date":null,"payment_date":null,"tickets":[{"code":"ZKU5GAZN","event_id":"0jxy4je0w7twfj","date_id":"1lhd2qu09iyivw","status":"PENDING","cancellation_date":null,"participants":[{"code":"T6ACJNTZZE","price_id":296574,"price_title":"Adult","status":"ACCEPTED","cancellation_date":null,"checked_in":null},{"code":"VPTJ45VSDA","price_id":296574,"price_title":"Adult","status":"ACCEPTED","cancellation_date":null,"checked_in":null}]}],"products":[],"total":17000},"payments":[]}', 30, '1e9dad03-7e2a-4e4c-a6a5-642c81ac6978');
INSERT INTO booking_proxy.entries VALUES ('intent/default/0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a', '{"v":4,"state":"placed","opened_at":1795251600000,"attempt":1,"sent_at":1795251600000,"fingerprint":"9a37ec7002fc5534119a7ceb7b2adfb177a3ede086aac5c86c21e45bf2753347","external_reference":"FB9EC95849B00E1800487B841E","view_id":"a61b5240671040fcc140fa3a234da0ced9c409478cca846b3b0006849a5a0b86","expected":{"status":"ACCEPTED","total":7800,"currency":"EUR"},"order":{"id":"0l5t8xm1ybgscj","code":"HJYS3W","status":"ACCEPTED","total":7800,"currency":"EUR"},"problem":null,"sent":{"wall":1795251600000,"process":"eabb9fa9-f15e-462a-9451-f02b3564286a","monotonic":0,"platform":1795251601000},"send_time":30000,"ended_at":1795251600000}', 15, '8779f858-7a10-42d4-91f3-cb358226d645');
INSERT INTO booking_proxy.entries VALUES ('order/0l5t8xm1ybgscj', '{"v":0,"site":"default","id":"0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"}', 16, '574ab230-22fa-457b-b696-e7c2f35133c5');
INSERT INTO booking_proxy.entries VALUES ('sweep/sandbox-reseller', '{"v":0,"watched_until":1800435600000,"tried_at":0,"lease_until":0,"last_began_at":0,"before_last_began_at":0}', 17, 'e5d5f112-d589-4583-b524-6146343bf977');
INSERT INTO booking_proxy.entries VALUES ('status/default/0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a', '{"v":0,"read_at":1795251600000,"claimed_at":0,"details":{"status":"ACCEPTED","currency":"EUR","cancellation_date":null,"expire_date":null,"payment_date":null,"tickets":[{"code":"GFJFNU7U","event_id":"1whdvdc031shq3","date_id":"097nbfh11plz72","status":"ACCEPTED","cancellation_date":null,"participants":[{"code":"2XU6VJYUDS","price_id":129216,"price_title":"Adult","status":"ACCEPTED","cancellation_date":null,"checked_in":null},{"code":"YZ2H9GDMEX","price_id":129216,"price_title":"Adult","status":"ACCEPTED","cancellation_date":null,"checked_in":null}]}],"products":[],"total":7800},"payments":[]}', 18, '89de0fd4-89bc-4bdd-b382-1b5f94f3d439');
INSERT INTO booking_proxy.entries VALUES ('reference/027FD5FF8146C7B37432F742BC', '{"v":0,"site":"default","id":"412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34"}', 20, 'a8eb1d72-976a-456f-8191-6bfca9c98368');
INSERT INTO booking_proxy.entries VALUES ('view/default/bd79e61d60d1c7d24173530ee2e7418feaf7b5a962b005165bd816091af652b9', '{"v":0,"site":"default","id":"412dc46cc9e3cb26f29f7c1415c556349af62904c5d15b0a2d8cfdc5cfa22b34"}', 21, '9e31de64-a4e6-423c-9dcb-3f2b387f7fb5');

INSERT INTO booking_proxy.schema VALUES (1);

SELECT pg_catalog.setval('booking_proxy.versions', 30, true);

ALTER TABLE ONLY booking_proxy.entries
    ADD CONSTRAINT entries_pkey PRIMARY KEY (key);
