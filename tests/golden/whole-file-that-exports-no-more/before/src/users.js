const express = require('express');
const db = require('../db');

const router = express.Router();

router.get('/', (req, res) => {
  res.json(db.all());
});

router.get('/:id', (req, res) => {
  const user = db.find(req.params.id);
  res.json(user);
});

router.post('/', (req, res) => {
  const user = db.add(req.body);
  res.status(201).json(user);
});

module.exports = router;
