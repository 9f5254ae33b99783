"""The classroom: participants take part from their phones, and the projector shows what they do.

A room is an append-only log of numbered events (:mod:`live.log`). Its state (:mod:`live.room`)
is a fold of them (:mod:`live.events`), in which each activity is one definition
(:mod:`live.activities`).
:mod:`live.views` says what each receiver may see of the state, :mod:`live.hub` passes changes on,
and :mod:`live.socket` speaks with browsers; :mod:`live.admission` decides who may join, and
:mod:`live.registry` finds a room by its code. ``docs/classroom.md`` describes the protocol.
"""
