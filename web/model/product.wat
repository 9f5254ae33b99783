;; C = A B' in 64-bit floats: of two matrices by rows, the products of each row of A with each row of B.
;;
;; Two numbers are multiplied at a time, and 4 x 2 products are summed side by side, so that each number that is loaded
;; is used several times. Each sum adds its even terms and its odd ones, then both; it is the same wherever its rows lie.
;; n is a multiple of 4; m and k are even; all are above 0. product.js fills up with zeros what is not.
;;
;; scripts/product_bytes.py assembles this.
(module
  (memory (export "memory") 1)
  (func (export "product")
    (param $a i32) (param $b i32) (param $c i32) ;; where the matrices begin
    (param $n i32) (param $m i32) (param $k i32) ;; rows of A, rows of B, columns of both
    (local $i i32) (local $j i32) (local $l i32) ;; a row of A, a row of B, bytes from the start of a row
    (local $row i32) (local $size i32) ;; bytes of a row of A or B, and of a row of C
    (local $a0 i32) (local $a1 i32) (local $a2 i32) (local $a3 i32) (local $b0 i32) (local $b1 i32)
    (local $u0 v128) (local $u1 v128) (local $u2 v128) (local $u3 v128) (local $v v128)
    (local $s00 v128) (local $s10 v128) (local $s20 v128) (local $s30 v128)
    (local $s01 v128) (local $s11 v128) (local $s21 v128) (local $s31 v128)
    (local.set $row (i32.shl (local.get $k) (i32.const 3)))
    (local.set $size (i32.shl (local.get $m) (i32.const 3)))
    (loop $rows
      (local.set $a0 (i32.add (local.get $a) (i32.mul (local.get $i) (local.get $row))))
      (local.set $a1 (i32.add (local.get $a0) (local.get $row)))
      (local.set $a2 (i32.add (local.get $a1) (local.get $row)))
      (local.set $a3 (i32.add (local.get $a2) (local.get $row)))
      (local.set $b0 (local.get $b))
      (local.set $j (i32.const 0))
      (loop $columns
        (local.set $b1 (i32.add (local.get $b0) (local.get $row)))
        (local.set $s00 (v128.const i64x2 0 0))
        (local.set $s10 (v128.const i64x2 0 0))
        (local.set $s20 (v128.const i64x2 0 0))
        (local.set $s30 (v128.const i64x2 0 0))
        (local.set $s01 (v128.const i64x2 0 0))
        (local.set $s11 (v128.const i64x2 0 0))
        (local.set $s21 (v128.const i64x2 0 0))
        (local.set $s31 (v128.const i64x2 0 0))
        (local.set $l (i32.const 0))
        (loop $terms
          (local.set $u0 (v128.load (i32.add (local.get $a0) (local.get $l))))
          (local.set $u1 (v128.load (i32.add (local.get $a1) (local.get $l))))
          (local.set $u2 (v128.load (i32.add (local.get $a2) (local.get $l))))
          (local.set $u3 (v128.load (i32.add (local.get $a3) (local.get $l))))
          (local.set $v (v128.load (i32.add (local.get $b0) (local.get $l))))
          (local.set $s00 (f64x2.add (local.get $s00) (f64x2.mul (local.get $u0) (local.get $v))))
          (local.set $s10 (f64x2.add (local.get $s10) (f64x2.mul (local.get $u1) (local.get $v))))
          (local.set $s20 (f64x2.add (local.get $s20) (f64x2.mul (local.get $u2) (local.get $v))))
          (local.set $s30 (f64x2.add (local.get $s30) (f64x2.mul (local.get $u3) (local.get $v))))
          (local.set $v (v128.load (i32.add (local.get $b1) (local.get $l))))
          (local.set $s01 (f64x2.add (local.get $s01) (f64x2.mul (local.get $u0) (local.get $v))))
          (local.set $s11 (f64x2.add (local.get $s11) (f64x2.mul (local.get $u1) (local.get $v))))
          (local.set $s21 (f64x2.add (local.get $s21) (f64x2.mul (local.get $u2) (local.get $v))))
          (local.set $s31 (f64x2.add (local.get $s31) (f64x2.mul (local.get $u3) (local.get $v))))
          (local.set $l (i32.add (local.get $l) (i32.const 16)))
          (br_if $terms (i32.lt_u (local.get $l) (local.get $row))))
        ;; Two neighbours of a row of C are stored at once.
        (v128.store (i32.add (local.get $c) (i32.add (i32.mul (i32.add (local.get $i) (i32.const 0)) (local.get $size)) (i32.shl (local.get $j) (i32.const 3))))
          (f64x2.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s00) (local.get $s01))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s00) (local.get $s01))))
        (v128.store (i32.add (local.get $c) (i32.add (i32.mul (i32.add (local.get $i) (i32.const 1)) (local.get $size)) (i32.shl (local.get $j) (i32.const 3))))
          (f64x2.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s10) (local.get $s11))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s10) (local.get $s11))))
        (v128.store (i32.add (local.get $c) (i32.add (i32.mul (i32.add (local.get $i) (i32.const 2)) (local.get $size)) (i32.shl (local.get $j) (i32.const 3))))
          (f64x2.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s20) (local.get $s21))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s20) (local.get $s21))))
        (v128.store (i32.add (local.get $c) (i32.add (i32.mul (i32.add (local.get $i) (i32.const 3)) (local.get $size)) (i32.shl (local.get $j) (i32.const 3))))
          (f64x2.add
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s30) (local.get $s31))
            (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s30) (local.get $s31))))
        (local.set $b0 (i32.add (local.get $b1) (local.get $row)))
        (local.set $j (i32.add (local.get $j) (i32.const 2)))
        (br_if $columns (i32.lt_u (local.get $j) (local.get $m))))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $rows (i32.lt_u (local.get $i) (local.get $n))))))
